// GRAPHICS statements as geometries on markers. What cannot be drawn (solids that are no meshes,
// pictures) the report says.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import type { Graphic } from "../data/header";
import * as shapes from "./geometries";

export interface Shape {
  geometry: THREE.BufferGeometry;
  local: THREE.Matrix4; // in the axes of the graphic's marker
}

const scaled = (geometry: THREE.BufferGeometry, x: number, y: number, z: number): Shape => ({
  geometry,
  local: new THREE.Matrix4().makeScale(x, y, z),
});
const here = (geometry: THREE.BufferGeometry): Shape => ({ geometry, local: new THREE.Matrix4() });

const turn = 2 * Math.PI;
const defaultSides = 32;

// From the marker along z; a negative length goes the other way (turned, not mirrored: normals stay outside).
function frustum(bottom: number, top: number, length: number, angle: number, sides: number): Shape {
  const size = Math.abs(length);
  const [lower, upper] = length < 0 ? [top, bottom] : [bottom, top];
  const geometry = shapes.sector(angle, upper, lower, size, sides);
  const shape = geometry ? here(geometry) : scaled(shapes.cylinder(), bottom, bottom, size);
  if (length < 0) shape.local.premultiply(new THREE.Matrix4().makeTranslation(0, 0, -size));
  return shape;
}

// `line`: thickness of what has none.
export function shapesOf(graphic: Graphic, line: number): Shape[] {
  const number = (name: string, otherwise: number): number => graphic.numbers[name] ?? otherwise;
  const angle = number("angle", turn);
  const segments = Math.max(48, Math.min(200, number("segments", 48)));
  switch (graphic.shape) {
    case "BOX": {
      // Edges may be negative: the box then lies on the other side of its corner.
      const edges = new THREE.Vector3(number("x", 0), number("y", 0), number("z", 0));
      const shape = scaled(shapes.box(), Math.abs(edges.x), Math.abs(edges.y), Math.abs(edges.z));
      shape.local.premultiply(new THREE.Matrix4().makeTranslation(edges.min(new THREE.Vector3())));
      return [shape];
    }
    case "CYLINDER": {
      const radius = number("radius", 0);
      return [frustum(radius, radius, number("length", 0), angle, defaultSides)];
    }
    case "FRUSTUM":
      return [frustum(number("bottom", 0), number("top", 0), number("length", 0), angle, defaultSides)];
    case "ELLIPSOID":
      return [scaled(shapes.ball(), number("x", 0) / 2, number("y", 0) / 2, number("z", 0) / 2)];
    case "TORUS":
      return [here(shapes.torus(number("radius", 0), number("minor_radius", line), angle, segments))];
    case "PLANE": {
      const x0 = number("x_min", 0);
      const y0 = number("y_min", 0);
      const shape = scaled(shapes.sheet(), number("x_max", 0) - x0, number("y_max", 0) - y0, 1);
      shape.local.premultiply(new THREE.Matrix4().makeTranslation(x0, y0, 0));
      return [shape];
    }
    case "POINT":
      return [scaled(shapes.bead(), 2 * line, 2 * line, 2 * line)];
    case "ARC":
    case "CIRCLE":
      return [here(shapes.torus(number("radius", 0), line / 2, angle, segments))];
    case "CURVE": {
      const points = (graphic.points ?? []).map((point) => new THREE.Vector3(...point));
      return points.length > 1 ? [here(shapes.tube(points, line / 2))] : [];
    }
    case "EXTERNAL":
      return graphic.triangles?.length ? [here(shapes.mesh(graphic.triangles))] : [];
    default:
      return [];
  }
}

// Shapes that the report has no data for.
export const isMissing = (graphic: Graphic): boolean =>
  (graphic.shape === "EXTERNAL" && !graphic.triangles?.length) || graphic.shape === "IMAGE";
