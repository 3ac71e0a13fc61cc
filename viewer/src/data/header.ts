// What a report says about the run, apart from numbers over time; src/report/header.cpp writes it.
// Indices count from 0, -1 is the ground or none. Texts come from strangers' files: never markup.
// SPDX-License-Identifier: BSD-3-Clause

// x y z, then a unit quaternion, scalar first.
export type Pose = [number, number, number, number, number, number, number];

export interface Entity {
  code: string; // "PART_2"
  name: string; // for people; the code when there is no name
}

export interface Part extends Entity {
  mass: number;
  cm: Pose; // in the part
}

export interface Marker extends Entity {
  part: number;
  pose: Pose; // in the part
  floating?: boolean;
}

export interface Graphic extends Entity {
  shape: string; // "BOX", "CYLINDER", ...
  marker: number;
  i: number;
  j: number;
  numbers: { [name: string]: number }; // lengths and radians; docs/reference/result-format.md
  outline?: number[]; // markers
  points?: [number, number, number][]; // in the axes of the marker
  mesh?: ArrayInfo; // likewise: nine numbers for each triangle
  triangles?: Float32Array; // that array; report.ts sets it
  text?: string;
  file?: string;
  element?: string; // code
}

// A joint, motion, constraint or applied force between two markers.
export interface Element extends Entity {
  statement: string;
  type: string;
  i: number;
  j: number;
}

export type SectionName =
  | "pose"
  | "velocity"
  | "acceleration"
  | "reactions"
  | "forces"
  | "variables"
  | "states"
  | "requests";

export interface Channel {
  name: string; // "PART_2.X"
  label: string;
  unit: string;
  section: SectionName;
  column: number;
}

// Numbers over time: `columns` of `rows` each, of every `stride`-th output and the last.
export interface SectionInfo {
  name: SectionName;
  columns: number;
  rows: number;
  stride: number;
  at: number; // byte in the data
}

export interface ArrayInfo {
  type: "f64" | "f32" | "i32" | "u8";
  at: number;
  count: number;
}

export interface ModeSetInfo {
  time: number;
  eigenvalues: [number, number][]; // rad per unit of time
  pose: ArrayInfo; // 7 for each part
  shapes: ArrayInfo | null; // 12 for each mode and part
}

export interface Summary {
  status: string;
  analysis: string;
  integrator: string;
  [key: string]: string | number;
}

export interface Header {
  version: number;
  title: string;
  program: string;
  created: string;
  model: string; // file
  units: { length: string; mass: string; time: string; force: string };
  gravity: [number, number, number];
  outputs: number; // in the result file
  parts: Part[];
  markers: Marker[];
  graphics: Graphic[];
  reactions: Element[];
  forces: Element[];
  channels: Channel[];
  sections: SectionInfo[];
  arrays: { [name: string]: ArrayInfo };
  steps_stride: number; // every how many-th accepted step is shown
  modes: ModeSetInfo[];
  summary: Summary;
  warnings: string[];
  notes: string[]; // about the report itself: what was left out
}
