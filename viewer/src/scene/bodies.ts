// Where the parts are: one matrix each, at a moment of the run or in a mode shape.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import type { Marker, Pose } from "../data/header";
import type { ModeSet, Report } from "../data/report";

const width = 7;

export function matrixOf(pose: Pose): THREE.Matrix4 {
  const [x, y, z, e0, e1, e2, e3] = pose;
  return new THREE.Matrix4().compose(
    new THREE.Vector3(x, y, z),
    new THREE.Quaternion(e1, e2, e3, e0),
    new THREE.Vector3(1, 1, 1),
  );
}

const position = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const axis = new THREE.Vector3();
const turn = new THREE.Quaternion();
const one = new THREE.Vector3(1, 1, 1);
const mixed = new Float32Array(4);

export class Bodies {
  readonly matrices: THREE.Matrix4[];
  readonly frames: number;
  readonly markerLocal: THREE.Matrix4[];
  private readonly ground = new THREE.Matrix4();
  private readonly poses: Float32Array; // frame by frame, part by part: x y z, quaternion with the scalar last

  constructor(
    report: Report,
    private readonly markers: Marker[] = report.header.markers,
  ) {
    const count = report.header.parts.length;
    this.matrices = Array.from({ length: count }, () => new THREE.Matrix4());
    this.markerLocal = markers.map((marker) => matrixOf(marker.pose));
    const series = report.series.get("pose");
    this.frames = series?.rows ?? 0;
    this.poses = new Float32Array(this.frames * count * width);
    if (series)
      for (let column = 0; column < count * width; ++column) {
        const component = column % width;
        const slot = component < 3 ? component : component === 3 ? 6 : component - 1;
        series.unpack(column, this.poses, column - component + slot, count * width);
      }
    if (this.frames > 0) this.show(0, 0);
  }

  of(part: number): THREE.Matrix4 {
    return part < 0 ? this.ground : this.matrices[part];
  }

  // `fraction` of the way from an output to the next.
  show(frame: number, fraction: number): void {
    const { poses, matrices } = this;
    const count = matrices.length;
    const next = fraction > 0 && frame + 1 < this.frames ? 1 : 0;
    for (let p = 0; p < count; ++p) {
      const a = (frame * count + p) * width;
      const b = a + next * count * width;
      position.set(
        poses[a] + fraction * (poses[b] - poses[a]),
        poses[a + 1] + fraction * (poses[b + 1] - poses[a + 1]),
        poses[a + 2] + fraction * (poses[b + 2] - poses[a + 2]),
      );
      THREE.Quaternion.slerpFlat(mixed as never, 0, poses as never, a + 3, poses as never, b + 3, fraction);
      rotation.set(mixed[0], mixed[1], mixed[2], mixed[3]).normalize();
      matrices[p].compose(position, rotation, one);
    }
  }

  // Real part of  amplitude shape exp(i phase)  about the pose of the analysis.
  showMode(set: ModeSet, mode: number, phase: number, amplitude: number): void {
    const { pose, shapes } = set;
    if (!shapes) return;
    const c = amplitude * Math.cos(phase);
    const s = amplitude * Math.sin(phase);
    for (let p = 0; p < this.matrices.length; ++p) {
      const at = (mode * this.matrices.length + p) * 12;
      const q = p * width;
      position.set(
        pose[q] + c * shapes[at] - s * shapes[at + 6],
        pose[q + 1] + c * shapes[at + 1] - s * shapes[at + 7],
        pose[q + 2] + c * shapes[at + 2] - s * shapes[at + 8],
      );
      axis.set(
        c * shapes[at + 3] - s * shapes[at + 9],
        c * shapes[at + 4] - s * shapes[at + 10],
        c * shapes[at + 5] - s * shapes[at + 11],
      );
      const angle = axis.length();
      if (angle > 0) axis.divideScalar(angle);
      rotation.set(pose[q + 4], pose[q + 5], pose[q + 6], pose[q + 3]);
      rotation.premultiply(turn.setFromAxisAngle(axis, angle));
      this.matrices[p].compose(position, rotation, one);
    }
  }

  markerMatrix(marker: number, out: THREE.Matrix4): THREE.Matrix4 {
    return out.multiplyMatrices(this.of(this.markers[marker].part), this.markerLocal[marker]);
  }

  markerPosition(marker: number, out: THREE.Vector3): THREE.Vector3 {
    return out.setFromMatrixPosition(this.markerLocal[marker]).applyMatrix4(this.of(this.markers[marker].part));
  }

  // A point of a part at every output, whatever is shown now.
  path(part: number, point: THREE.Vector3): Float32Array {
    const count = this.matrices.length;
    const out = new Float32Array(3 * this.frames);
    for (let f = 0; f < this.frames; ++f) {
      position.copy(point);
      if (part >= 0) {
        const a = (f * count + part) * width;
        rotation.fromArray(this.poses as never, a + 3);
        position.applyQuaternion(rotation);
        position.x += this.poses[a];
        position.y += this.poses[a + 1];
        position.z += this.poses[a + 2];
      }
      position.toArray(out, 3 * f);
    }
    return out;
  }
}
