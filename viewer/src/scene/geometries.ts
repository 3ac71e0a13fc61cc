// Shapes of unit size, shared by all who draw them, and those made to measure. Round ones have their axis
// along z, as in datasets, and stand on the xy plane. Symbols are small on the screen and there are many of them:
// they have as few faces as look round, for machines without a graphics card.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

const cache = new Map<string, THREE.BufferGeometry>();

// A batch wants the same attributes of every geometry: position, normal, colour, index.
function prepared(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  geometry.deleteAttribute("uv");
  const count = geometry.getAttribute("position").count;
  if (!geometry.getAttribute("color"))
    geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * count).fill(1), 3));
  if (!geometry.index) geometry.setIndex([...Array(count).keys()]);
  return geometry;
}

function cached(key: string, make: () => THREE.BufferGeometry): THREE.BufferGeometry {
  let geometry = cache.get(key);
  if (!geometry) cache.set(key, (geometry = prepared(make())));
  return geometry;
}

function painted(geometry: THREE.BufferGeometry, colour: THREE.ColorRepresentation) {
  const { r, g, b } = new THREE.Color(colour);
  const count = geometry.getAttribute("position").count;
  const colours = new Float32Array(3 * count);
  for (let k = 0; k < count; ++k) colours.set([r, g, b], 3 * k);
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  return prepared(geometry);
}

const merged = (parts: THREE.BufferGeometry[]): THREE.BufferGeometry =>
  mergeGeometries(parts.map((part) => prepared(part)));

// Three's cylinders stand along y, centred.
const standing = (geometry: THREE.BufferGeometry, length: number): THREE.BufferGeometry =>
  geometry.rotateX(Math.PI / 2).translate(0, 0, length / 2);

export const box = () =>
  cached("box", () => new THREE.BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5));
export const cube = () => cached("cube", () => new THREE.BoxGeometry(1, 1, 1));
export const ball = () => cached("ball", () => new THREE.SphereGeometry(1, 20, 14));
export const bead = () => cached("bead", () => new THREE.SphereGeometry(1, 8, 6));
export const cylinder = () =>
  cached("cylinder", () => standing(new THREE.CylinderGeometry(1, 1, 1, 32), 1));
export const pin = () => cached("pin", () => standing(new THREE.CylinderGeometry(1, 1, 1, 14), 1));
export const rod = () => cached("rod", () => standing(new THREE.CylinderGeometry(1, 1, 1, 8), 1));
export const cone = () => cached("cone", () => standing(new THREE.ConeGeometry(1, 1, 12), 1));
export const octahedron = () => cached("octahedron", () => new THREE.OctahedronGeometry(1));
export const sheet = () => cached("sheet", () => new THREE.PlaneGeometry(1, 1).translate(0.5, 0.5, 0));
export const ring = () => cached("ring", () => new THREE.TorusGeometry(1, 0.18, 12, 36));

// Of angle `angle` about z from x, cut surfaces open.
export function sector(angle: number, top: number, bottom: number, length: number, sides: number) {
  if (!(angle < 2 * Math.PI - 1e-9) && top === bottom) return null;
  return cached(`frustum ${angle} ${top} ${bottom} ${length} ${sides}`, () =>
    // Three counts the angle from z towards x; turned about x, y becomes z.
    new THREE.CylinderGeometry(top, bottom, length, sides, 1, false, Math.PI / 2, angle)
      .rotateX(Math.PI / 2)
      .translate(0, 0, length / 2),
  );
}

export const torus = (radius: number, tube: number, angle: number, segments: number) =>
  cached(`torus ${radius} ${tube} ${angle} ${segments}`, () =>
    new THREE.TorusGeometry(radius, tube, 20, segments, angle),
  );

export function tube(points: THREE.Vector3[], radius: number): THREE.BufferGeometry {
  const path = new THREE.CatmullRomCurve3(points, false, "centripetal");
  return prepared(new THREE.TubeGeometry(path, Math.min(1000, 3 * points.length), radius, 8));
}

const meshes = new WeakMap<Float32Array, THREE.BufferGeometry>();

// Of triangles with nine numbers each; their edges stay sharp.
export function mesh(triangles: Float32Array): THREE.BufferGeometry {
  let geometry = meshes.get(triangles);
  if (geometry) return geometry;
  geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(triangles, 3));
  geometry.computeVertexNormals();
  meshes.set(triangles, prepared(geometry));
  return geometry;
}

// A coil spring of unit radius and length with straight ends; inside it a damper with the given radii of cylinder
// and piston (0: none).
export function spring(coils: number, cylinder: number, piston: number): THREE.BufferGeometry {
  const turns = Math.max(1, Math.min(40, Math.round(coils)));
  return cached(`spring ${turns} ${cylinder} ${piston}`, () => {
    const points: THREE.Vector3[] = [new THREE.Vector3(0, 0, 0)];
    const perTurn = 10;
    for (let k = 0; k <= turns * perTurn; ++k) {
      const angle = (2 * Math.PI * k) / perTurn;
      const z = 0.1 + (0.8 * k) / (turns * perTurn);
      points.push(new THREE.Vector3(Math.cos(angle), Math.sin(angle), z));
    }
    points.push(new THREE.Vector3(0, 0, 1));
    // The wire is flattened by the stretch along z; a unit length is about eight radii.
    const path = new THREE.CatmullRomCurve3(points, false, "catmullrom", 0.2);
    const wire = new THREE.TubeGeometry(path, Math.round(turns * perTurn * 1.5), 1, 5);
    squeeze(wire, path, 0.14, 0.017);
    const parts: THREE.BufferGeometry[] = [wire];
    if (cylinder > 0) parts.push(standing(new THREE.CylinderGeometry(cylinder, cylinder, 0.5, 20), 0.5));
    if (piston > 0) parts.push(standing(new THREE.CylinderGeometry(piston, piston, 1, 12), 1));
    return merged(parts);
  });
}

// A tube of unit radius about a path becomes one that is `radius` thick in x and y, `height` in z.
function squeeze(geometry: THREE.TubeGeometry, path: THREE.Curve<THREE.Vector3>, radius: number, height: number) {
  const position = geometry.getAttribute("position");
  const { tubularSegments, radialSegments } = geometry.parameters;
  for (let s = 0; s <= tubularSegments; ++s) {
    const centre = path.getPointAt(s / tubularSegments);
    for (let k = 0; k <= radialSegments; ++k) {
      const v = s * (radialSegments + 1) + k;
      position.setXYZ(
        v,
        centre.x + radius * (position.getX(v) - centre.x),
        centre.y + radius * (position.getY(v) - centre.y),
        centre.z + height * (position.getZ(v) - centre.z),
      );
    }
  }
}

// The symbol of a centre of mass: dark and light octants, so that turning is seen.
export const massSymbol = () =>
  cached("mass", () => {
    const octants: THREE.BufferGeometry[] = [];
    for (let k = 0; k < 8; ++k) {
      const upper = k >= 4;
      const octant = new THREE.SphereGeometry(1, 3, 3, (k % 4) * (Math.PI / 2), Math.PI / 2, upper ? Math.PI / 2 : 0, Math.PI / 2);
      octants.push(painted(octant, (k % 2 === 0) === upper ? 0x30343c : 0xffffff));
    }
    return mergeGeometries(octants);
  });

// Axes of a marker: x red, y green, z blue.
export const triad = () =>
  cached("triad", () => {
    const axis = (colour: number): THREE.BufferGeometry =>
      mergeGeometries([
        painted(standing(new THREE.CylinderGeometry(0.05, 0.05, 1, 6), 1), colour),
        painted(standing(new THREE.ConeGeometry(0.12, 0.3, 10), 0.3).translate(0, 0, 0.9), colour),
      ]);
    return mergeGeometries([
      axis(0xe5484d).rotateY(Math.PI / 2),
      axis(0x46a758).rotateX(-Math.PI / 2),
      axis(0x4c8dff),
    ]);
  });
