// The 3D view: camera, light, picking, following, traces; draws only when something changed.
// SPDX-License-Identifier: BSD-3-Clause
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { isSame, type Target } from "./layer";
import { Mechanism } from "./mechanism";
import type { Report } from "../data/report";
import { Traces } from "./traces";

const background = { dark: 0x14171d, light: 0xf4f6f9 };
const gridColours = { dark: [0x3a4150, 0x262b35], light: [0xb4bcc9, 0xd9dee6] };

export const noForces = -1; // instead of an output: a shape in which forces mean nothing

export class View {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  readonly mechanism: Mechanism;
  readonly traces: Traces;
  followed: Target | null = null;
  selected: Target | null = null;
  frameMilliseconds = 0; // smoothed: moving and drawing
  onPick: (target: Target | null) => void = () => {};
  private grid: THREE.GridHelper | null = null;
  private needsDrawing = true;
  private readonly lastFollowed = new THREE.Vector3();
  private readonly now = new THREE.Vector3();

  constructor(
    private readonly host: HTMLElement,
    report: Report,
  ) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.info.autoReset = true;
    this.renderer.domElement.tabIndex = 0;
    this.renderer.domElement.setAttribute("aria-label", "3D view of the mechanism");
    host.append(this.renderer.domElement);
    this.mechanism = new Mechanism(report, this.scene);
    this.traces = new Traces(this.mechanism, this.scene);
    this.camera.up.copy(this.mechanism.scale.up); // before the controls: they keep it
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.addEventListener("change", () => (this.needsDrawing = true));
    this.addLight();
    this.listenForPicks();
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    this.fit();
    this.moved(0);
  }

  private addLight(): void {
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x5a6070, 1.7));
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(-0.5, 0.9, 1);
    this.camera.add(sun, sun.target);
    sun.target.position.set(0, 0, -1);
    this.scene.add(this.camera);
  }

  setTheme(theme: "dark" | "light"): void {
    this.scene.background = new THREE.Color(background[theme]);
    if (this.grid) {
      this.scene.remove(this.grid);
      this.grid.dispose();
    }
    const { box, up, size } = this.mechanism.scale;
    const wide = Math.max(size, box.getSize(this.now).length());
    const cell = 10 ** Math.floor(Math.log10(wide / 5));
    const cells = 2 * Math.ceil((0.9 * wide) / cell / 2);
    const [axis, line] = gridColours[theme];
    this.grid = new THREE.GridHelper(cells * cell, cells, axis, line);
    this.grid.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), up);
    box.getCenter(this.grid.position);
    const below = up.dot(this.grid.position) - Math.min(up.dot(box.min), up.dot(box.max));
    this.grid.position.addScaledVector(up, -below - 0.01 * size);
    this.scene.add(this.grid);
    this.requestDrawing();
  }

  requestDrawing(): void {
    this.needsDrawing = true;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.traces.resize(clientWidth, clientHeight);
    this.requestDrawing();
  }

  // Everything that moves is in the picture; seen from the front, or along the normal of a plane mechanism.
  fit(): void {
    const { box, up, flat } = this.mechanism.scale;
    const direction = new THREE.Vector3();
    if (flat && Math.abs(flat.dot(up)) < 0.5) direction.copy(flat).addScaledVector(up, 0.16);
    else if (flat) direction.copy(up).add(new THREE.Vector3(up.y, up.z, up.x).multiplyScalar(0.5));
    else direction.set(1, 1, 1).addScaledVector(up, -0.45).add(new THREE.Vector3(up.y, up.z, up.x).multiplyScalar(0.6));
    if (flat && Math.abs(flat.dot(up)) < 0.5) direction.add(new THREE.Vector3().crossVectors(up, flat).multiplyScalar(0.22));
    direction.normalize();
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const centre = sphere.center;
    // The distance at which every corner of the box is inside the picture.
    const back = direction.clone();
    const right = new THREE.Vector3().crossVectors(up, back).normalize();
    const top = new THREE.Vector3().crossVectors(back, right);
    const tangent = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    let distance = 0.05 * sphere.radius;
    for (let corner = 0; corner < 8; ++corner) {
      const point = new THREE.Vector3(
        corner & 1 ? box.max.x : box.min.x,
        corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z,
      ).sub(centre);
      const needed = Math.max(Math.abs(point.dot(right)) / (tangent * this.camera.aspect), Math.abs(point.dot(top)) / tangent);
      distance = Math.max(distance, point.dot(back) + 1.12 * needed);
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(back, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance + 60 * sphere.radius;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.rememberFollowed();
    this.requestDrawing();
  }

  follow(target: Target | null): void {
    this.followed = target;
    this.rememberFollowed();
  }

  positionOf(target: Target, out: THREE.Vector3): THREE.Vector3 {
    const { bodies, report } = this.mechanism;
    if (target.kind === "part") {
      if (target.index < 0) return out.set(0, 0, 0);
      const { cm } = report.header.parts[target.index];
      return out.set(cm[0], cm[1], cm[2]).applyMatrix4(bodies.of(target.index));
    }
    if (target.kind === "marker") return bodies.markerPosition(target.index, out);
    const element = (target.kind === "reaction" ? report.header.reactions : report.header.forces)[target.index];
    const marker = element.i >= 0 ? element.i : element.j;
    return marker >= 0 ? bodies.markerPosition(marker, out) : out.set(0, 0, 0);
  }

  private rememberFollowed(): void {
    if (this.followed) this.positionOf(this.followed, this.lastFollowed);
  }

  select(target: Target | null): void {
    if (isSame(target, this.selected)) return;
    this.selected = target;
    this.mechanism.select(target);
    this.requestDrawing();
  }

  // After the bodies moved.
  moved(frame: number): void {
    this.mechanism.update(frame);
    this.traces.update(Math.max(0, frame));
    if (this.followed) {
      this.positionOf(this.followed, this.now);
      this.lastFollowed.subVectors(this.now, this.lastFollowed);
      this.camera.position.add(this.lastFollowed);
      this.controls.target.add(this.lastFollowed);
      this.lastFollowed.copy(this.now);
    }
    this.needsDrawing = true;
  }

  // True when something was drawn.
  draw(): boolean {
    this.controls.update();
    if (!this.needsDrawing) return false;
    this.needsDrawing = false;
    this.renderer.render(this.scene, this.camera);
    return true;
  }

  pick(clientX: number, clientY: number): Target | null {
    const area = this.renderer.domElement.getBoundingClientRect();
    const point = new THREE.Vector2(
      ((clientX - area.left) / area.width) * 2 - 1,
      1 - ((clientY - area.top) / area.height) * 2,
    );
    const ray = new THREE.Raycaster();
    ray.setFromCamera(point, this.camera);
    let best: { distance: number; target: Target } | null = null;
    for (const layer of this.mechanism.layers) {
      if (!layer.mesh || !layer.visible) continue;
      for (const hit of ray.intersectObject(layer.mesh, false))
        if (hit.batchId !== undefined && (!best || hit.distance < best.distance))
          best = { distance: hit.distance, target: layer.targetOf(hit.batchId) };
    }
    return best?.target ?? null;
  }

  // A click, not the end of a turn.
  private listenForPicks(): void {
    let x = 0;
    let y = 0;
    const canvas = this.renderer.domElement;
    canvas.addEventListener("pointerdown", (event) => ([x, y] = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => {
      if (event.button === 0 && Math.hypot(event.clientX - x, event.clientY - y) < 4)
        this.onPick(this.pick(event.clientX, event.clientY));
    });
  }
}
