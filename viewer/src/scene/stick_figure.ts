// A figure for a part without graphics: rods along the shortest tree that joins its points of attachment.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";

export interface Stick {
  from: THREE.Vector3;
  to: THREE.Vector3;
}

// Points closer than `tolerance` count once.
export function distinct(points: THREE.Vector3[], tolerance: number): THREE.Vector3[] {
  const kept: THREE.Vector3[] = [];
  for (const point of points)
    if (!kept.some((other) => other.distanceTo(point) <= tolerance)) kept.push(point);
  return kept;
}

// Prim's algorithm.
export function shortestTree(points: THREE.Vector3[]): Stick[] {
  const sticks: Stick[] = [];
  const nearest = points.map(() => 0);
  const distance = points.map((point) => point.distanceTo(points[0]));
  const inside = points.map((_, k) => k === 0);
  for (let step = 1; step < points.length; ++step) {
    let next = -1;
    for (let k = 0; k < points.length; ++k)
      if (!inside[k] && (next < 0 || distance[k] < distance[next])) next = k;
    inside[next] = true;
    sticks.push({ from: points[nearest[next]], to: points[next] });
    for (let k = 0; k < points.length; ++k) {
      const d = points[k].distanceTo(points[next]);
      if (!inside[k] && d < distance[k]) {
        distance[k] = d;
        nearest[k] = next;
      }
    }
  }
  return sticks;
}

// Takes a unit length along z, from 0 to 1, to the stick.
export function stickMatrix(stick: Stick, radius: number): THREE.Matrix4 {
  const along = stick.to.clone().sub(stick.from);
  const length = along.length();
  const rotation = new THREE.Quaternion().setFromUnitVectors(
    new THREE.Vector3(0, 0, 1),
    length > 0 ? along.divideScalar(length) : new THREE.Vector3(0, 0, 1),
  );
  return new THREE.Matrix4().compose(stick.from, rotation, new THREE.Vector3(radius, radius, length));
}
