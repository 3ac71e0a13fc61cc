// Symbols of joints, motions and forces, in the axes of marker I and in units of the size of a symbol.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import type { Element } from "../data/header";
import * as shapes from "./geometries";

export interface Piece {
  geometry: THREE.BufferGeometry;
  matrix: THREE.Matrix4; // in units of a symbol
}

const zero = new THREE.Vector3();

function piece(
  geometry: THREE.BufferGeometry,
  scale: [number, number, number],
  offset: [number, number, number] = [0, 0, 0],
  turn: [number, number, number] = [0, 0, 0],
): Piece {
  const rotation = new THREE.Quaternion().setFromEuler(new THREE.Euler(...turn));
  const matrix = new THREE.Matrix4().compose(zero, rotation, new THREE.Vector3(1, 1, 1));
  matrix.multiply(new THREE.Matrix4().makeTranslation(...offset));
  matrix.multiply(new THREE.Matrix4().makeScale(...scale));
  return { geometry, matrix };
}

// A cylinder centred on the origin, along z before it is turned.
const pin = (radius: number, length: number, turn: [number, number, number] = [0, 0, 0]): Piece =>
  piece(shapes.pin(), [radius, radius, length], [0, 0, -length / 2], turn);

const alongX: [number, number, number] = [0, Math.PI / 2, 0];

const joints: { [type: string]: () => Piece[] } = {
  REVOLUTE: () => [pin(0.62, 1.5), pin(0.34, 2.1)],
  SPHERICAL: () => [piece(shapes.ball(), [0.8, 0.8, 0.8])],
  CYLINDRICAL: () => [pin(0.55, 1.8), pin(0.28, 3.4)],
  TRANSLATIONAL: () => [
    piece(shapes.cube(), [1.1, 1.1, 1.8]),
    piece(shapes.cube(), [0.45, 0.45, 3.6]),
  ],
  SCREW: () => [pin(0.5, 2), piece(shapes.spring(5, 0, 0), [0.7, 0.7, 3], [0, 0, -1.5])],
  FIXED: () => [piece(shapes.cube(), [1.1, 1.1, 1.1])],
  HOOKE: () => [pin(0.26, 2.1), pin(0.26, 2.1, alongX), piece(shapes.bead(), [0.5, 0.5, 0.5])],
  UNIVERSAL: () => joints.HOOKE(),
  CONVEL: () => [
    piece(shapes.cone(), [0.8, 0.8, 1.1], [0, 0, -1.1]),
    piece(shapes.cone(), [0.8, 0.8, 1.1], [0, 0, -1.1], [Math.PI, 0, 0]),
  ],
  PLANAR: () => [piece(shapes.cube(), [2.6, 2.6, 0.16]), pin(0.3, 0.9)],
  RACKPIN: () => [pin(1, 0.4), piece(shapes.cube(), [3, 0.3, 0.4], [0, -1.1, 0])],
};

// Primitives: what they keep.
const primitives: { [type: string]: () => Piece[] } = {
  ATPOINT: () => joints.SPHERICAL(),
  INLINE: () => [piece(shapes.bead(), [0.55, 0.55, 0.55]), pin(0.14, 3.4)],
  INPLANE: () => [piece(shapes.bead(), [0.5, 0.5, 0.5]), piece(shapes.cube(), [2.4, 2.4, 0.1])],
  ORIENTATION: () => [piece(shapes.octahedron(), [0.9, 0.9, 0.9])],
};

const other = (): Piece[] => [piece(shapes.octahedron(), [0.7, 0.7, 0.7])];

const motion = (type: string): Piece[] =>
  /TRANS|^[XYZ]$|DISP/.test(type)
    ? [
        piece(shapes.rod(), [0.16, 0.16, 2.2], [0, 0, 0]),
        piece(shapes.cone(), [0.42, 0.42, 0.9], [0, 0, 2.1]),
      ]
    : [
        { geometry: shapes.torus(1.35, 0.13, 1.5 * Math.PI, 40), matrix: new THREE.Matrix4() },
        piece(shapes.cone(), [0.36, 0.36, 0.8], [0, -1.35, 0], [0, Math.PI / 2, 0]),
      ];

export function jointGlyph(element: Element): Piece[] {
  if (element.statement === "MOTION") return motion(element.type);
  const table = element.statement === "JPRIM" ? primitives : joints;
  return (table[element.type] ?? other)();
}

// What a force looks like besides its arrow, at marker I; springs reach from I to J and are drawn elsewhere.
export function forceGlyph(element: Element): Piece[] {
  switch (element.statement) {
    case "BUSHING":
      return [pin(0.85, 1.3), pin(0.35, 1.7)];
    case "FIELD":
      return other();
    case "SPRINGDAMPER":
      return element.type === "ROTATIONAL"
        ? [0.45, 0.75, 1.05].map((radius) => ({
            geometry: shapes.torus(radius, 0.09, 2 * Math.PI, 32),
            matrix: new THREE.Matrix4(),
          }))
        : [];
    default:
      return [];
  }
}
