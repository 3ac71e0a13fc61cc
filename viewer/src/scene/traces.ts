// Paths of points: the whole way thin, what is behind the present moment thick.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { isSame, type Target } from "./layer";
import { colourOf, type Mechanism } from "./mechanism";

interface Trace {
  target: Target;
  past: Line2;
  whole: Line2;
}

export class Traces {
  private readonly traces: Trace[] = [];
  private frame = 0;
  private readonly size = new THREE.Vector2(1, 1);

  constructor(
    private readonly mechanism: Mechanism,
    private readonly scene: THREE.Scene,
  ) {}

  has(target: Target): boolean {
    return this.traces.some((trace) => isSame(trace.target, target));
  }
  get count(): number {
    return this.traces.length;
  }

  toggle(target: Target): void {
    const k = this.traces.findIndex((trace) => isSame(trace.target, target));
    if (k >= 0) {
      const [{ past, whole }] = this.traces.splice(k, 1);
      for (const line of [past, whole]) {
        this.scene.remove(line);
        line.geometry.dispose();
        line.material.dispose();
      }
      return;
    }
    const path = this.pathOf(target);
    if (!path || path.length < 6) return;
    const part = this.partOf(target);
    const past = this.line(path, part, 3, 1);
    const whole = this.line(path, part, 1.2, 0.5);
    this.traces.push({ target, past, whole });
    this.scene.add(past, whole);
    this.update(this.frame);
  }

  update(frame: number): void {
    this.frame = frame;
    for (let k = 0; k < this.traces.length; ++k) this.traces[k].past.geometry.instanceCount = frame;
  }

  resize(width: number, height: number): void {
    this.size.set(width, height);
    for (const { past, whole } of this.traces)
      for (const line of [past, whole]) line.material.resolution.copy(this.size);
  }

  private partOf(target: Target): number {
    return target.kind === "part" ? target.index : this.mechanism.report.header.markers[target.index].part;
  }

  // Of a part's centre of mass, or of a marker.
  private pathOf(target: Target): Float32Array | null {
    const { bodies, report } = this.mechanism;
    const point = new THREE.Vector3();
    if (target.kind === "part" && target.index >= 0) point.fromArray(report.header.parts[target.index].cm);
    else if (target.kind === "marker") point.setFromMatrixPosition(bodies.markerLocal[target.index]);
    else return null;
    return bodies.path(this.partOf(target), point);
  }

  private line(path: Float32Array, part: number, linewidth: number, opacity: number): Line2 {
    const geometry = new LineGeometry().setPositions(path);
    const material = new LineMaterial({ color: colourOf(part), linewidth, opacity, transparent: opacity < 1 });
    material.resolution.copy(this.size);
    const line = new Line2(geometry, material);
    line.frustumCulled = false;
    return line;
  }
}
