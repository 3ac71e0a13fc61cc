// A report without a run, for work on the page: a chain of rods that swings as a travelling wave.
// SPDX-License-Identifier: BSD-3-Clause
import type { Channel, Header, Pose, SectionInfo } from "./header";
import { Report } from "./report";

const still: Pose = [0, 0, 0, 1, 0, 0, 0];
const components = ["X", "Y", "Z", "E0", "E1", "E2", "E3"];

// Differences of order 0: whole numbers as they are.
function pack(bytes: Uint8Array, info: SectionInfo, value: (row: number, column: number) => number): void {
  const { rows, columns, at } = info;
  const scale = 2 ** -20;
  new Float64Array(bytes.buffer, at + 8 * columns, columns).fill(scale);
  const start = at + 16 * columns + Math.ceil(columns / 8) * 8;
  for (let c = 0; c < columns; ++c)
    for (let r = 0; r < rows; ++r) {
      const whole = Math.round(value(r, c) / scale);
      const z = (whole << 1) ^ (whole >> 31);
      for (let k = 0; k < 4; ++k) bytes[start + (4 * c + k) * rows + r] = z >>> (8 * k);
    }
}

// Pose of each rod at its upper end; the chain hangs along −y.
function wave(parts: number, frames: number): Float32Array {
  const out = new Float32Array(parts * frames * 7);
  for (let f = 0; f < frames; ++f) {
    let x = 0;
    let y = 0;
    for (let p = 0; p < parts; ++p) {
      const angle = 0.6 * Math.sin(0.02 * f - 0.4 * p) + 0.2 * Math.sin(0.043 * f);
      out.set([x, y, 0, Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)], (f * parts + p) * 7);
      x += Math.sin(angle);
      y -= Math.cos(angle);
    }
  }
  return out;
}

export function syntheticReport(parts: number, frames: number): Report {
  const poses = wave(parts, frames);
  const columns = 7 * parts;
  const size = 16 * columns + Math.ceil(columns / 8) * 8 + 4 * frames * columns;
  const timeAt = Math.ceil(size / 8) * 8;
  const bytes = new Uint8Array(timeAt + 8 * frames);
  const section: SectionInfo = { name: "pose", columns, rows: frames, stride: 1, at: 0 };
  pack(bytes, section, (row, column) => poses[row * columns + column]);
  new Float64Array(bytes.buffer, timeAt, frames).forEach((_, k, time) => (time[k] = 0.01 * k));
  const channels: Channel[] = [];
  for (let p = 0; p < parts; ++p)
    components.forEach((component, k) =>
      channels.push({ name: `PART_${p + 2}.${component}`, label: `rod ${p + 1} ${component}`, unit: k < 3 ? "m" : "", section: "pose", column: 7 * p + k }),
    );
  const rods = Array.from({ length: parts }, (_, p) => p);
  const header: Header = {
    version: 1,
    title: "Synthetic chain",
    program: "",
    created: "",
    model: "synthetic",
    units: { length: "m", mass: "kg", time: "s", force: "N" },
    gravity: [0, -9.81, 0],
    outputs: frames,
    parts: rods.map((p) => ({ code: `PART_${p + 2}`, name: `rod ${p + 1}`, mass: 1, cm: [0, -0.5, 0, 1, 0, 0, 0] })),
    markers: [
      { code: "MARKER_1", name: "hook", part: -1, pose: still },
      ...rods.map((p) => ({ code: `MARKER_${p + 10}`, name: `top ${p + 1}`, part: p, pose: still })),
      ...rods.map((p) => ({ code: `MARKER_${p + 1010}`, name: `end ${p + 1}`, part: p, pose: [0, -1, 0, 1, 0, 0, 0] as Pose })),
    ],
    graphics: [],
    reactions: rods.map((p) => ({
      code: `JOINT_${p + 1}`, name: `hinge ${p + 1}`, statement: "JOINT", type: "REVOLUTE", i: 1 + p, j: p === 0 ? 0 : parts + p,
    })),
    forces: [],
    channels,
    sections: [section],
    arrays: { time: { type: "f64", at: timeAt, count: frames } },
    steps_stride: 1,
    modes: [],
    summary: { status: "ok", analysis: "dynamic", integrator: "" },
    warnings: [],
    notes: [],
  };
  return new Report(header, bytes);
}
