// All symbols of one kind in one batch, drawn by one call: shapes on parts, struts between markers, arrows.
// Updating allocates nothing.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import type { Bodies } from "./bodies";
import * as shapes from "./geometries";

export type TargetKind = "part" | "marker" | "reaction" | "force";
export interface Target {
  kind: TargetKind;
  index: number; // of a part −1: ground
}
export const isSame = (a: Target | null, b: Target | null): boolean =>
  a === b || (!!a && !!b && a.kind === b.kind && a.index === b.index);

interface Item {
  geometry: THREE.BufferGeometry;
  colour: THREE.Color;
  target: Target;
}
interface Rigid extends Item {
  body: number;
  local: THREE.Matrix4;
}
interface Strut extends Item {
  from: number; // markers
  to: number;
  radius: number;
}
// Two items: shaft and head. `values` holds rows of six, of which the vector begins at `offset`.
interface Arrow {
  marker: number;
  column: number;
  colour: THREE.Color;
  target: Target;
  heads: number; // 2: torque
}

const matrix = new THREE.Matrix4();
const from = new THREE.Vector3();
const to = new THREE.Vector3();
const scale = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const alongZ = new THREE.Vector3(0, 0, 1);

const selectedColour = new THREE.Color(0xffb224);

export class Layer {
  mesh: THREE.BatchedMesh | null = null;
  readonly material: THREE.MeshStandardMaterial;
  arrowScale = 1; // length of a unit of force
  torqueScale = 1;
  arrowWidth = 1;
  arrowFactor = 1; // the reader's choice
  private readonly rigid: Rigid[] = [];
  private readonly struts: Strut[] = [];
  private readonly arrows: Arrow[] = [];
  private readonly targets: Target[] = []; // by instance
  private readonly colours: THREE.Color[] = [];
  private values: Float32Array | null = null;
  private valueColumns = 0;

  constructor() {
    this.material = new THREE.MeshStandardMaterial({
      vertexColors: true,
      roughness: 0.55,
      metalness: 0.05,
      side: THREE.DoubleSide,
    });
  }

  addRigid(geometry: THREE.BufferGeometry, body: number, local: THREE.Matrix4, colour: THREE.Color, target: Target) {
    this.rigid.push({ geometry, body, local, colour, target });
  }
  addStrut(geometry: THREE.BufferGeometry, from: number, to: number, radius: number, colour: THREE.Color, target: Target) {
    this.struts.push({ geometry, from, to, radius, colour, target });
  }
  addArrow(marker: number, column: number, heads: number, colour: THREE.Color, target: Target) {
    this.arrows.push({ marker, column, heads, colour, target });
  }
  // Rows of numbers that arrows show.
  setValues(values: Float32Array, columns: number): void {
    this.values = values;
    this.valueColumns = columns;
  }

  // How many things are drawn.
  get count(): number {
    return this.targets.length;
  }
  get isEmpty(): boolean {
    return this.rigid.length + this.struts.length + this.arrows.length === 0;
  }

  // When all is added.
  finish(scene: THREE.Scene): void {
    if (this.isEmpty) return;
    const items: Item[] = [...this.rigid, ...this.struts];
    for (const arrow of this.arrows) {
      items.push({ ...arrow, geometry: shapes.rod() });
      for (let k = 0; k < arrow.heads; ++k) items.push({ ...arrow, geometry: shapes.cone() });
    }
    const geometries = [...new Set(items.map((item) => item.geometry))];
    const sum = (count: (geometry: THREE.BufferGeometry) => number) =>
      geometries.reduce((total, geometry) => total + count(geometry), 0);
    const mesh = new THREE.BatchedMesh(
      items.length,
      sum((geometry) => geometry.getAttribute("position").count),
      sum((geometry) => geometry.index?.count ?? 0),
      this.material,
    );
    mesh.sortObjects = false;
    mesh.perObjectFrustumCulled = false;
    mesh.frustumCulled = false;
    const ids = new Map(geometries.map((geometry) => [geometry, mesh.addGeometry(geometry)]));
    for (const item of items) {
      const id = mesh.addInstance(ids.get(item.geometry) as number);
      mesh.setColorAt(id, item.colour);
      this.targets.push(item.target);
      this.colours.push(item.colour);
    }
    this.mesh = mesh;
    scene.add(mesh);
  }

  targetOf(instance: number): Target {
    return this.targets[instance];
  }

  select(target: Target | null): void {
    if (!this.mesh) return;
    for (let k = 0; k < this.targets.length; ++k)
      this.mesh.setColorAt(k, isSame(this.targets[k], target) ? selectedColour : this.colours[k]);
  }

  set visible(yes: boolean) {
    if (this.mesh) this.mesh.visible = yes;
  }
  get visible(): boolean {
    return this.mesh?.visible ?? false;
  }

  // `row` of the values that arrows show.
  update(bodies: Bodies, row: number): void {
    const { mesh } = this;
    if (!mesh || !mesh.visible) return;
    let id = 0;
    for (let k = 0; k < this.rigid.length; ++k) {
      const item = this.rigid[k];
      mesh.setMatrixAt(id++, matrix.multiplyMatrices(bodies.of(item.body), item.local));
    }
    for (let k = 0; k < this.struts.length; ++k) {
      const item = this.struts[k];
      bodies.markerPosition(item.from, from);
      bodies.markerPosition(item.to, to).sub(from);
      mesh.setMatrixAt(id++, stretch(item.radius, to.length()));
    }
    for (let k = 0; k < this.arrows.length; ++k) id = this.place(mesh, this.arrows[k], bodies, row, id);
  }

  private place(mesh: THREE.BatchedMesh, arrow: Arrow, bodies: Bodies, row: number, first: number): number {
    let id = first;
    bodies.markerPosition(arrow.marker, from);
    const at = row * this.valueColumns + arrow.column;
    if (this.values) to.fromArray(this.values as never, at);
    to.multiplyScalar(this.arrowFactor * (arrow.heads > 1 ? this.torqueScale : this.arrowScale));
    let length = to.length();
    if (row < 0 || !(length > 0.2 * this.arrowWidth)) length = 0; // also what is not a number
    const head = Math.min(0.5 * length, 3.6 * this.arrowWidth) / arrow.heads;
    const width = length > 0 ? Math.min(1, length / (5 * this.arrowWidth)) * this.arrowWidth : 0;
    if (length > 0) to.divideScalar(length);
    else to.copy(alongZ);
    rotation.setFromUnitVectors(alongZ, to);
    mesh.setMatrixAt(id++, matrix.compose(from, rotation, scale.set(0.45 * width, 0.45 * width, length - arrow.heads * head)));
    from.addScaledVector(to, length - arrow.heads * head);
    for (let k = 0; k < arrow.heads; ++k) {
      mesh.setMatrixAt(id++, matrix.compose(from, rotation, scale.set(1.2 * width, 1.2 * width, head)));
      from.addScaledVector(to, head);
    }
    return id;
  }
}

// From `from` along `to` (which is made a unit vector), with the given length.
function stretch(radius: number, length: number): THREE.Matrix4 {
  if (length > 0) to.divideScalar(length);
  else to.copy(alongZ);
  rotation.setFromUnitVectors(alongZ, to);
  return matrix.compose(from, rotation, scale.set(radius, radius, Math.max(length, 1e-9 * radius)));
}
