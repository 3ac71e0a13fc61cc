// The mechanism as layers of symbols: shapes, joints, markers, forces, reactions.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import type { Element, Graphic } from "../data/header";
import type { Report } from "../data/report";
import { Bodies, matrixOf } from "./bodies";
import * as geometries from "./geometries";
import { forceGlyph, jointGlyph, type Piece } from "./glyphs";
import { isMissing, shapesOf } from "./graphics";
import { Layer, type Target } from "./layer";
import { measure, type Scale } from "./scale";
import { distinct, shortestTree, stickMatrix } from "./stick_figure";

export const partColours = [
  0x5b8def, 0x3fb68b, 0xe0884f, 0xa77bdc, 0x4cb4c8, 0xd9687f, 0x93ad4a, 0xc9a23f, 0x7c8fb3, 0xc77bb8,
].map((colour) => new THREE.Color(colour));
const groundColour = new THREE.Color(0x8a909c);
const jointColour = new THREE.Color(0xd8dbe2);
const motionColour = new THREE.Color(0xb58cff);
const springColour = new THREE.Color(0xc6cbd6);
const bushingColour = new THREE.Color(0x6d7686);
export const forceColour = new THREE.Color(0xf2555a);
export const reactionColour = new THREE.Color(0x2fb8ac);
const white = new THREE.Color(0xffffff);

// Shapes of one part are told from each other by shades.
const shades = [0, 0.13, -0.13, 0.22];
const shaded = (colour: THREE.Color, k: number): THREE.Color => colour.clone().offsetHSL(0, 0, shades[k % shades.length]);

export const colourOf = (part: number): THREE.Color =>
  part < 0 ? groundColour : partColours[part % partColours.length];

export class Mechanism {
  readonly bodies: Bodies;
  readonly scale: Scale;
  readonly shapes = new Layer();
  readonly joints = new Layer();
  readonly markers = new Layer();
  readonly forces = new Layer();
  readonly reactions = new Layer();
  readonly layers = [this.shapes, this.joints, this.markers, this.forces, this.reactions];
  readonly texts: { sprite: THREE.Sprite; marker: number }[] = [];
  private forceRows: { rows: number; step: number } | null = null;

  constructor(
    readonly report: Report,
    scene: THREE.Scene,
  ) {
    this.bodies = new Bodies(report);
    this.scale = measure(report, this.bodies);
    this.addGraphics(scene);
    this.addStickFigures();
    this.addGroundSymbols();
    this.addJoints();
    this.addForces();
    this.addMarkers();
    for (const layer of this.layers) layer.finish(scene);
    this.markers.visible = false;
    this.reactions.visible = false;
  }

  // Rows of forces may be fewer than those of poses; a negative frame shows none.
  update(frame: number): void {
    const row = this.forceRows ? Math.min(Math.round(frame / this.forceRows.step), this.forceRows.rows - 1) : 0;
    for (let k = 0; k < this.layers.length; ++k) this.layers[k].update(this.bodies, row);
    for (let k = 0; k < this.texts.length; ++k)
      this.bodies.markerPosition(this.texts[k].marker, this.texts[k].sprite.position);
  }

  select(target: Target | null): void {
    for (const layer of this.layers) layer.select(target);
  }

  private addGraphics(scene: THREE.Scene): void {
    const { header } = this.report;
    const shapesOn = new Map<number, number>(); // by part: how many so far
    for (const graphic of header.graphics) {
      if (graphic.shape === "OUTLINE") this.addOutline(graphic.outline ?? []);
      if (graphic.shape === "SPDP" && graphic.i >= 0 && graphic.j >= 0) this.addDrawnSpring(graphic);
      if (graphic.shape === "TEXT" && graphic.marker >= 0) this.addText(graphic.text ?? "", graphic.marker, scene);
      if (graphic.marker < 0) continue;
      const marker = header.markers[graphic.marker];
      const count = shapesOn.get(marker.part) ?? 0;
      shapesOn.set(marker.part, count + 1);
      const colour = shaded(colourOf(marker.part), count);
      for (const shape of shapesOf(graphic, this.scale.line)) {
        const local = this.bodies.markerLocal[graphic.marker].clone().multiply(shape.local);
        this.shapes.addRigid(shape.geometry, marker.part, local, colour, { kind: "part", index: marker.part });
      }
    }
  }

  private addOutline(outline: number[]): void {
    for (let k = 1; k < outline.length; ++k) {
      const part = this.report.header.markers[outline[k]].part;
      const target: Target = { kind: "part", index: part };
      this.shapes.addStrut(geometries.rod(), outline[k - 1], outline[k], this.scale.line, colourOf(part), target);
    }
  }

  // DC, DA, DB: diameters of the coils, of the damper's cylinder and of its piston.
  private addDrawnSpring({ i, j, numbers }: Graphic): void {
    const coils = numbers["dc"] ?? numbers["da"] ?? 2 * this.springRadius;
    const damper = numbers["da"] ?? 0.5 * coils;
    const geometry = geometries.spring(numbers["coils"] ?? 8, damper / coils, (numbers["db"] ?? 0.4 * damper) / coils);
    const target: Target = { kind: "part", index: this.report.header.markers[i].part };
    this.shapes.addStrut(geometry, i, j, coils / 2, springColour, target);
  }

  private get springRadius(): number {
    return 1.1 * this.scale.symbol;
  }

  private addText(text: string, marker: number, scene: THREE.Scene): void {
    const sprite = textSprite(text.slice(0, 200), 3 * this.scale.symbol);
    this.texts.push({ sprite, marker });
    scene.add(sprite);
  }

  // Parts that nothing was drawn for.
  private addStickFigures(): void {
    const { header } = this.report;
    const drawn = new Set<number>();
    for (const graphic of header.graphics) {
      if (isMissing(graphic) || graphic.shape === "TEXT" || graphic.shape === "FORCE") continue;
      for (const marker of [graphic.marker, ...(graphic.outline ?? [])])
        if (marker >= 0) drawn.add(header.markers[marker].part);
    }
    header.parts.forEach((part, index) => {
      if (drawn.has(index)) return;
      const cm = new THREE.Vector3(part.cm[0], part.cm[1], part.cm[2]);
      const points = distinct([cm, ...this.scale.attached[index]], 0.05 * this.scale.symbol);
      const target: Target = { kind: "part", index };
      const colour = colourOf(index);
      for (const stick of shortestTree(points))
        this.shapes.addRigid(geometries.rod(), index, stickMatrix(stick, this.scale.stick), colour, target);
      for (const point of points.slice(1))
        this.shapes.addRigid(geometries.bead(), index, ballAt(point, 1.25 * this.scale.stick), colour, target);
      const isAlone = points.length === 1;
      const radius = (isAlone ? 1.3 : 0.6) * this.scale.symbol;
      const local = matrixOf(part.cm).scale(new THREE.Vector3(radius, radius, radius));
      this.shapes.addRigid(geometries.massSymbol(), index, local, isAlone ? colour : white, target);
    });
  }

  private addGroundSymbols(): void {
    const size = this.scale.symbol;
    const { up } = this.scale;
    const turned = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    const target: Target = { kind: "part", index: -1 };
    for (const point of distinct(this.scale.attachedToGround, 0.2 * size)) {
      const below = point.clone().addScaledVector(up, -2.1 * size);
      const foot = new THREE.Matrix4().compose(below, turned, new THREE.Vector3(1.25 * size, 1.25 * size, 1.9 * size));
      this.shapes.addRigid(geometries.cone(), -1, foot, groundColour, target);
      const plate = new THREE.Matrix4().compose(below, turned, new THREE.Vector3(3.4 * size, 3.4 * size, 0.25 * size));
      this.shapes.addRigid(geometries.cube(), -1, plate, groundColour, target);
    }
  }

  private addPieces(layer: Layer, pieces: Piece[], marker: number, size: number, colour: THREE.Color, target: Target): void {
    const place = this.bodies.markerLocal[marker].clone().scale(new THREE.Vector3(size, size, size));
    const body = this.report.header.markers[marker].part;
    for (const piece of pieces)
      layer.addRigid(piece.geometry, body, place.clone().multiply(piece.matrix), colour, target);
  }

  // A marker of the element that has a place of its own.
  private placeOf(element: Element): number {
    const { markers } = this.report.header;
    for (const marker of [element.i, element.j]) if (marker >= 0 && !markers[marker].floating) return marker;
    return -1;
  }

  private addJoints(): void {
    this.report.header.reactions.forEach((element, index) => {
      const place = this.placeOf(element);
      if (place < 0) return;
      const isMotion = element.statement === "MOTION";
      const target: Target = { kind: "reaction", index };
      const size = this.scale.symbol;
      this.addPieces(this.joints, jointGlyph(element), place, size, isMotion ? motionColour : jointColour, target);
      this.reactions.addArrow(place, 6 * index, 1, reactionColour, target);
      this.reactions.addArrow(place, 6 * index + 3, 2, reactionColour, target);
    });
    this.setValues(this.reactions, "reactions");
  }

  private addForces(): void {
    this.report.header.forces.forEach((element, index) => {
      const place = this.placeOf(element);
      if (place < 0) return;
      const target: Target = { kind: "force", index };
      const both = element.i >= 0 && element.j >= 0;
      if (both && element.statement === "SPRINGDAMPER" && element.type !== "ROTATIONAL")
        this.shapes.addStrut(geometries.spring(8, 0.5, 0.2), element.i, element.j, this.springRadius, springColour, target);
      if (both && element.statement === "BEAM")
        this.shapes.addStrut(geometries.rod(), element.i, element.j, 0.7 * this.scale.stick, bushingColour, target);
      this.addPieces(this.joints, forceGlyph(element), place, this.scale.symbol, bushingColour, target);
      this.forces.addArrow(place, 6 * index, 1, forceColour, target);
      this.forces.addArrow(place, 6 * index + 3, 2, forceColour, target);
    });
    this.setValues(this.forces, "forces");
  }

  // Arrows are as long as a fifth of the mechanism where forces are largest; all arrows of a layer share a scale.
  private setValues(layer: Layer, section: "forces" | "reactions"): void {
    const series = this.report.series.get(section);
    if (!series || series.columns === 0) return;
    const values = series.table();
    layer.setValues(values, series.columns);
    const longest = 0.22 * this.scale.size;
    layer.arrowScale = longest / largest(values, 0);
    layer.torqueScale = (0.7 * longest) / largest(values, 3);
    layer.arrowWidth = 0.5 * this.scale.symbol;
    const poses = this.report.series.get("pose")?.rows ?? 1;
    this.forceRows = { rows: series.rows, step: Math.max(1, poses - 1) / Math.max(1, series.rows - 1) };
  }

  private addMarkers(): void {
    const size = 1.6 * this.scale.symbol;
    this.report.header.markers.forEach((marker, index) => {
      if (marker.floating) return;
      const local = this.bodies.markerLocal[index].clone().scale(new THREE.Vector3(size, size, size));
      this.markers.addRigid(geometries.triad(), marker.part, local, white, { kind: "marker", index });
    });
  }
}

// Of the vectors that begin at `offset` in groups of six; 1 when all are zero.
function largest(values: Float32Array, offset: number): number {
  let most = 0;
  for (let k = offset; k + 2 < values.length; k += 6) {
    const length = Math.hypot(values[k], values[k + 1], values[k + 2]);
    if (length > most) most = length;
  }
  return most > 0 ? most : 1;
}

const ballAt = (point: THREE.Vector3, radius: number): THREE.Matrix4 =>
  new THREE.Matrix4().makeTranslation(point).scale(new THREE.Vector3(radius, radius, radius));

function textSprite(text: string, height: number): THREE.Sprite {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const font = "48px system-ui, sans-serif";
  context.font = font;
  canvas.width = Math.min(2048, Math.ceil(context.measureText(text).width) + 16);
  canvas.height = 64;
  context.font = font;
  context.fillStyle = "#f2b84b";
  context.textBaseline = "middle";
  context.fillText(text, 8, 34);
  const material = new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas), depthTest: false });
  const sprite = new THREE.Sprite(material);
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
  return sprite;
}
