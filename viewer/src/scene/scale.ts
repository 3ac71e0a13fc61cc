// How large things are: the mechanism, its parts, and from them the sizes of symbols.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import type { Report } from "../data/report";
import type { Bodies } from "./bodies";
import { shapesOf } from "./graphics";

export interface Scale {
  size: number; // of the mechanism
  symbol: number; // of a joint
  stick: number; // radius of a rod
  line: number; // radius of a line
  up: THREE.Vector3; // against gravity
  box: THREE.Box3; // that the whole motion stays in
  flat: THREE.Vector3 | null; // normal of a plane mechanism
  attached: THREE.Vector3[][]; // of each part: markers that joints and forces use, in the part
  attachedToGround: THREE.Vector3[];
}

const samples = 60; // moments at which the box is looked at

// The axis that points most against gravity; y without gravity.
function upward(gravity: [number, number, number]): THREE.Vector3 {
  const sizes = gravity.map(Math.abs);
  const largest = Math.max(...sizes);
  if (!(largest > 0)) return new THREE.Vector3(0, 1, 0);
  const axis = sizes.indexOf(largest);
  return new THREE.Vector3().setComponent(axis, gravity[axis] < 0 ? 1 : -1);
}

// Markers that joints, forces and outlines refer to.
function usedMarkers(report: Report): Set<number> {
  const { header } = report;
  const used = new Set<number>();
  for (const element of [...header.reactions, ...header.forces]) used.add(element.i).add(element.j);
  for (const graphic of header.graphics) {
    for (const marker of graphic.outline ?? []) used.add(marker);
    used.add(graphic.i).add(graphic.j);
  }
  used.delete(-1);
  return used;
}

function isOnlyAction(report: Report, marker: number): boolean {
  const { header } = report;
  const isForce = header.forces.some((force) => force.j === marker && force.statement !== "SPRINGDAMPER");
  return isForce && !header.reactions.some((joint) => joint.i === marker || joint.j === marker);
}

function median(values: number[]): number {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted.length > 0 ? sorted[sorted.length >> 1] : 0;
}

function cornersOfShapes(report: Report, bodies: Bodies, points: THREE.Vector3[][]): void {
  for (const graphic of report.header.graphics) {
    if (graphic.marker < 0) continue;
    const part = report.header.markers[graphic.marker].part;
    for (const shape of shapesOf(graphic, 0)) {
      shape.geometry.computeBoundingBox();
      const box = (shape.geometry.boundingBox as THREE.Box3).clone();
      const local = bodies.markerLocal[graphic.marker].clone().multiply(shape.local);
      for (let corner = 0; corner < 8; ++corner)
        points[part + 1].push(
          new THREE.Vector3(
            corner & 1 ? box.max.x : box.min.x,
            corner & 2 ? box.max.y : box.min.y,
            corner & 4 ? box.max.z : box.min.z,
          ).applyMatrix4(local),
        );
    }
  }
}

export function measure(report: Report, bodies: Bodies): Scale {
  const { header } = report;
  const attached: THREE.Vector3[][] = header.parts.map(() => []);
  const attachedToGround: THREE.Vector3[] = [];
  for (const marker of usedMarkers(report)) {
    const { part, floating } = header.markers[marker];
    if (floating) continue;
    const point = new THREE.Vector3().setFromMatrixPosition(bodies.markerLocal[marker]);
    if (part >= 0) attached[part].push(point);
    else if (!isOnlyAction(report, marker)) attachedToGround.push(point);
  }
  // By part, the ground first.
  const points = [attachedToGround, ...attached].map((list) => [...list]);
  header.parts.forEach((part, k) => points[k + 1].push(new THREE.Vector3(part.cm[0], part.cm[1], part.cm[2])));
  const lengths = points.slice(1).map((list) => new THREE.Box3().setFromPoints(list).getSize(new THREE.Vector3()).length());
  cornersOfShapes(report, bodies, points);

  const box = new THREE.Box3();
  let size = 0;
  const moved = new THREE.Vector3();
  const count = Math.min(samples, bodies.frames);
  for (let k = 0; k < count; ++k) {
    bodies.show(Math.floor((k * (bodies.frames - 1)) / Math.max(1, count - 1)), 0);
    const now = new THREE.Box3();
    points.forEach((list, index) => {
      for (const point of list) now.expandByPoint(moved.copy(point).applyMatrix4(bodies.of(index - 1)));
    });
    if (k === 0) size = now.getSize(moved).length();
    box.union(now);
  }
  if (bodies.frames > 0) bodies.show(0, 0);
  const whole = box.isEmpty() ? 0 : box.getSize(moved).length();
  if (!(size > 0.02 * whole)) size = 0.1 * whole; // a small thing on a long way
  if (!(size > 0)) size = 1;

  const typical = median(lengths);
  const symbol = Math.max(0.004 * size, Math.min(0.02 * size, typical > 0 ? 0.1 * typical : 0.02 * size));
  return {
    size,
    symbol,
    stick: 0.42 * symbol,
    line: 0.2 * symbol,
    up: upward(header.gravity),
    box: box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)) : box.expandByScalar(2 * symbol),
    flat: flatNormal(box, whole),
    attached,
    attachedToGround,
  };
}

function flatNormal(box: THREE.Box3, whole: number): THREE.Vector3 | null {
  if (box.isEmpty()) return null;
  const extent = box.getSize(new THREE.Vector3()).toArray();
  const thin = extent.indexOf(Math.min(...extent));
  return extent[thin] < 0.08 * whole ? new THREE.Vector3().setComponent(thin, 1) : null;
}
