// Numbers over time as src/report/series.cpp packs them: each column is an offset plus a scale times
// whole numbers, of which the differences of some order are kept, byte plane by byte plane.
//
//   block: f64 offset[columns], f64 scale[columns], u8 order[columns], 0 to 7 bytes of padding, then for each
//   column that is not constant 4 planes of `rows` bytes, lowest first
// SPDX-License-Identifier: BSD-3-Clause
import type { SectionInfo } from "./header";

const constant = 255; // order of a column without planes
const missing = 0x7fffffff; // whole number of a value that does not exist

export class Series {
  readonly rows: number;
  readonly columns: number;
  private readonly offset: Float64Array;
  private readonly scale: Float64Array;
  private readonly order: Uint8Array;
  private readonly planes: Int32Array; // byte where the planes of a column start
  private readonly sums = new Int32Array(8); // of differences
  private readonly cache = new Map<number, Float32Array>();

  constructor(
    private readonly bytes: Uint8Array,
    info: SectionInfo,
  ) {
    const { rows, columns } = info;
    this.rows = rows;
    this.columns = columns;
    const start = bytes.byteOffset + info.at;
    this.offset = new Float64Array(bytes.buffer, start, columns);
    this.scale = new Float64Array(bytes.buffer, start + 8 * columns, columns);
    this.order = new Uint8Array(bytes.buffer, start + 16 * columns, columns);
    this.planes = new Int32Array(columns);
    let at = info.at + 16 * columns + Math.ceil(columns / 8) * 8;
    for (let c = 0; c < columns; ++c) {
      this.planes[c] = at;
      if (this.order[c] !== constant) at += 4 * rows;
    }
  }

  // Into every `step`-th number from `first`.
  unpack(column: number, out: Float32Array, first = 0, step = 1): void {
    const { rows, bytes } = this;
    const offset = this.offset[column];
    const scale = this.scale[column];
    const order = this.order[column];
    if (order === constant) {
      for (let r = 0, k = first; r < rows; ++r, k += step) out[k] = offset;
      return;
    }
    const at = this.planes[column];
    const sums = this.sums.fill(0);
    for (let r = 0, k = first; r < rows; ++r, k += step) {
      const z =
        bytes[at + r] |
        (bytes[at + rows + r] << 8) |
        (bytes[at + 2 * rows + r] << 16) |
        (bytes[at + 3 * rows + r] << 24);
      let value = (z >>> 1) ^ -(z & 1);
      for (let d = order - 1; d >= 0; --d) value = sums[d] = (sums[d] + value) | 0;
      out[k] = value === missing ? NaN : offset + scale * value;
    }
  }

  column(index: number): Float32Array {
    let values = this.cache.get(index);
    if (!values) {
      values = new Float32Array(this.rows);
      this.unpack(index, values);
      this.cache.set(index, values);
    }
    return values;
  }

  // Row by row.
  table(): Float32Array {
    const out = new Float32Array(this.rows * this.columns);
    for (let c = 0; c < this.columns; ++c) this.unpack(c, out, c, this.columns);
    return out;
  }
}
