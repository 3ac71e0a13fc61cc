// Which moment is shown: plays, stops, jumps, and tells those who listen.
// SPDX-License-Identifier: BSD-3-Clause

export const speeds = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000,
];
const framesPerSecond = 25; // of what has no duration, or jumps back in time

const seconds: { [unit: string]: number } = { ms: 1e-3, s: 1, sec: 1, min: 60, h: 3600, hour: 3600 };

export class Player {
  frame = 0; // the output at or before the moment
  fraction = 0; // of the way to the next
  playing = false;
  loop = true;
  speed = 1; // 1: as in reality
  readonly isTime: boolean; // false: outputs follow each other at equal distances
  private readonly axis: Float64Array; // never decreases
  private readonly realSecond: number; // in units of the axis
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly times: Float64Array,
    unit: string,
  ) {
    let rises = times.length > 1 && times[times.length - 1] > times[0];
    for (let k = 1; k < times.length && rises; ++k) rises = times[k] >= times[k - 1];
    this.isTime = rises;
    this.axis = rises ? times : Float64Array.from(times, (_, k) => k);
    this.realSecond = rises ? 1 / (seconds[unit.toLowerCase()] ?? 1) : framesPerSecond;
    this.speed = this.comfortableSpeed();
  }

  // The whole takes some seconds; as in reality when that does.
  private comfortableSpeed(): number {
    const duration = (this.end - this.start) / this.realSecond;
    if (!this.isTime || (duration >= 1.5 && duration <= 30)) return 1;
    return speeds.reduce((best, speed) =>
      Math.abs(Math.log(duration / speed / 6)) < Math.abs(Math.log(duration / best / 6)) ? speed : best,
    );
  }

  get frames(): number {
    return this.times.length;
  }
  get start(): number {
    return this.axis[0] ?? 0;
  }
  get end(): number {
    return this.axis[this.axis.length - 1] ?? 0;
  }
  // On the axis of playing; `time` is what the clock of the model says.
  get moment(): number {
    const next = Math.min(this.frame + 1, this.frames - 1);
    return this.axis[this.frame] + this.fraction * (this.axis[next] - this.axis[this.frame]);
  }
  get time(): number {
    const next = Math.min(this.frame + 1, this.frames - 1);
    return this.times[this.frame] + this.fraction * (this.times[next] - this.times[this.frame]);
  }
  get nearest(): number {
    return this.fraction > 0.5 ? Math.min(this.frame + 1, this.frames - 1) : this.frame;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  private changed(): void {
    for (let k = 0; k < this.listeners.length; ++k) this.listeners[k]();
  }

  play(): void {
    if (this.frames < 2) return;
    if (this.moment >= this.end) this.place(this.start);
    this.playing = true;
    this.changed();
  }
  pause(): void {
    this.playing = false;
    this.changed();
  }
  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }
  toFrame(frame: number): void {
    this.frame = Math.max(0, Math.min(this.frames - 1, Math.round(frame)));
    this.fraction = 0;
    this.changed();
  }
  toTime(time: number): void {
    if (this.isTime) this.place(time);
    else this.frame = nearestIndex(this.times, time);
    if (!this.isTime) this.fraction = 0;
    this.changed();
  }

  // After `elapsed` seconds of the viewer's day.
  advance(elapsed: number): void {
    if (!this.playing) return;
    const length = this.end - this.start;
    let moment = this.moment + elapsed * this.speed * this.realSecond;
    if (moment > this.end) {
      if (this.loop) moment = this.start + ((moment - this.start) % length);
      else {
        moment = this.end;
        this.playing = false;
      }
    }
    this.place(moment);
    this.changed();
  }

  private place(moment: number): void {
    const { axis } = this;
    const last = axis.length - 1;
    if (!(moment > axis[0])) {
      this.frame = this.fraction = 0;
      return;
    }
    if (moment >= axis[last]) {
      this.frame = last;
      this.fraction = 0;
      return;
    }
    this.frame = indexAtOrBefore(axis, moment);
    this.fraction = (moment - axis[this.frame]) / (axis[this.frame + 1] - axis[this.frame]);
  }
}

// The last index with axis[index] <= value, of an axis that never decreases; 0 before its start.
export function indexAtOrBefore(axis: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = axis.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (axis[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}

function nearestIndex(values: Float64Array, value: number): number {
  let best = 0;
  for (let k = 1; k < values.length; ++k)
    if (Math.abs(values[k] - value) < Math.abs(values[best] - value)) best = k;
  return best;
}
