// The data of a report: base64 of a deflated header (JSON) and arrays.
//
//   bytes: "TRAMMEL1", u32 length of the JSON, u32 0, JSON padded to 8 bytes, then the arrays
// SPDX-License-Identifier: BSD-3-Clause
import type { ArrayInfo, Channel, Header, ModeSetInfo, SectionName } from "./header";
import { Series } from "./series";

const magic = "TRAMMEL1";

export interface ModeSet {
  info: ModeSetInfo;
  pose: Float32Array;
  shapes: Float32Array | null;
}

export class Report {
  readonly series = new Map<SectionName, Series>();
  readonly times = new Map<SectionName, Float64Array>();
  readonly time: Float64Array; // of all outputs
  readonly modes: ModeSet[];
  private readonly byName = new Map<string, Channel>();

  constructor(
    readonly header: Header,
    private readonly data: Uint8Array,
  ) {
    this.time = this.array("time") as Float64Array;
    for (const info of header.sections) {
      this.series.set(info.name, new Series(data, info));
      this.times.set(info.name, thin(this.time, info.stride, info.rows));
    }
    for (const channel of header.channels) {
      channel.unit = channel.unit.replaceAll("^2", "²").replaceAll("^3", "³").replaceAll("*", "·");
      this.byName.set(channel.name, channel);
    }
    for (const graphic of header.graphics)
      if (graphic.mesh) graphic.triangles = this.view(graphic.mesh) as Float32Array;
    this.modes = header.modes.map((info) => ({
      info,
      pose: this.view(info.pose) as Float32Array,
      shapes: info.shapes && (this.view(info.shapes) as Float32Array),
    }));
  }

  array(name: string): Float64Array | Float32Array | Int32Array | Uint8Array {
    const info = this.header.arrays[name];
    return info ? this.view(info) : new Float64Array(0);
  }

  private view({ type, at, count }: ArrayInfo) {
    const kinds = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array };
    return new kinds[type](this.data.buffer as ArrayBuffer, this.data.byteOffset + at, count);
  }

  channel(name: string): Channel | undefined {
    return this.byName.get(name);
  }

  values(channel: Channel): Float32Array {
    return this.series.get(channel.section)?.column(channel.column) ?? new Float32Array(0);
  }

  // When the values of a channel were taken.
  timesOf(channel: Channel): Float64Array {
    return this.times.get(channel.section) ?? this.time;
  }
}

function thin(all: Float64Array, stride: number, rows: number): Float64Array {
  if (stride === 1) return all;
  return Float64Array.from({ length: rows }, (_, r) => all[Math.min(r * stride, all.length - 1)]);
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < bytes.length; ++k) bytes[k] = binary.charCodeAt(k);
  return bytes;
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function decode(text: string): Promise<Report> {
  const bytes = await inflate(fromBase64(text.trim()));
  const letters = new TextDecoder();
  if (letters.decode(bytes.subarray(0, 8)) !== magic) throw new Error("this is not report data");
  const length = new DataView(bytes.buffer).getUint32(8, true);
  const header = JSON.parse(letters.decode(bytes.subarray(16, 16 + length))) as Header;
  return new Report(header, bytes.subarray(16 + Math.ceil(length / 8) * 8));
}
