// One graph on one stage: where it is looked at from, and the loop that draws it. What lies on top is the overlay's.
const RATIO_MOST = 2;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class View {
  constructor(stage, graph, options) {
    give(this, { stage, graph, w: 1, h: 1, k: 1, cx: 0, cy: 0, ox: 0, oy: 0, fade: 0, hover: -1, focus: -1, selected: -1, colorBy: "type" });
    this.options = give({ inset: () => [28, 34, 28, 34], renderer: "", labels: 1, cover: () => [], onChange() {}, onFirst() {}, onRenderer() {} }, options);
    this.choice = new Filter(graph);
    if (this.options.only) { this.choice.only = this.options.only; this.choice.apply(); }
    this.overlay = new Overlay(this, stage.querySelector(".gv-over"));
    this.times = { script: 0, first: 0 };
    this.useRenderer(this.options.renderer);
    new ResizeObserver(() => this.resize()).observe(stage);
    this.resize();
    this.fit(true);
    this.recolor();
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.recolor());
    new MutationObserver(() => this.recolor()).observe(doc.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    if (doc.fonts) doc.fonts.ready.then(() => { this.overlay.forget(); this.touch(); });
  }

  useRenderer(kind) {
    if (this.renderer) this.renderer.dispose();
    this.renderer = makeGraphRenderer(kind, isLost => {
      clearTimeout(this.patience);
      // A context that does not come back within a second is replaced by our own rasteriser.
      if (isLost) this.patience = setTimeout(() => this.useRenderer("raster"), 1000);
      this.touch();
    });
    const { canvas } = this.renderer, over = this.overlay.canvas;
    if (canvas) { canvas.className = "gv-base"; canvas.style.cssText = over.style.cssText; over.before(canvas); }
    this.renderer.resize(this.w, this.h, this.ratio || 1);
    if (this.paint) this.reset();
    this.options.onRenderer(this.renderer);
  }

  resize() {
    const w = this.stage.clientWidth, h = this.stage.clientHeight, ratio = min(RATIO_MOST, devicePixelRatio || 1);
    if (!w || !h || (w === this.w && h === this.h && ratio === this.ratio)) return;
    const first = this.w === 1, was = this.fitK;
    give(this, { w, h, ratio });
    this.scaleDiscs();
    this.renderer.resize(w, h, ratio);
    this.overlay.resize();
    this.options.onChange("size");
    if (this.paint) this.reset();
    if (first || this.isFitted) this.fit(true); else this.k *= this.fitK / was;
    this.touch();
  }

  // Discs follow the room that a page has, so that ten pages and a hundred thousand both fill their stage.
  scaleDiscs() {
    const { graph } = this, count = max(1, this.choice.nodes.length), room = sqrt(this.w * this.h / count);
    const least = min(max(room * .05, 1), 4), most = min(max(room * .17, 5), min(this.w, this.h) * .02 + 4);
    this.fitK = this.fitted().k;
    this.radii = Floats.from(graph.size, size => sqrt(least * least + (most * most - least * least) * max(0, size / 1024 - 8) / 20));
  }

  zoomOfDiscs() { return min(4, max(.5, sqrt(this.k / this.fitK))); }
  radius(i) { return this.radii[i] * this.zoomOfDiscs(); }
  sx(i) { return this.graph.x[i] * this.k + this.ox; }
  sy(i) { return this.graph.y[i] * this.k + this.oy; }

  reset() {
    this.renderer.setGraph(this.graph, this.choice, this.radii);
    this.renderer.setPaint(this.paint, this.colors);
    this.touch();
  }

  recolor() {
    const paint = this.paint = readPaint(this.stage, this.graph), column = this.graph[this.colorBy];
    this.colors = Array.from(column, place => paint[this.colorBy][place].fill);
    this.overlay.forget();
    this.overlay.wash();
    this.reset();
  }

  refilter() { this.choice.apply(); this.scaleDiscs(); this.reset(); this.options.onChange("filter"); }

  // Camera

  // Where all that is shown would stand.
  fitted() {
    const { graph, choice } = this, [top, right, bottom, left] = this.options.inset(), box = choice.only ? graph.boxOf(choice.nodes) : graph.box;
    const w = max(40, this.w - left - right), h = max(40, this.h - top - bottom);
    const across = max(box.right - box.left, 1e-6), down = max(box.bottom - box.top, 1e-6), k = min(w / across, h / down);
    if (!(k > 0) || !isFinite(k)) return { k: 1, cx: 0, cy: 0 };
    return { k: across < 1e-5 && down < 1e-5 ? 1 : k, cx: (box.left + box.right) / 2 + (right - left) / 2 / k, cy: (box.top + box.bottom) / 2 + (bottom - top) / 2 / k };
  }

  fit(isAtOnce) { this.go(this.fitted(), isAtOnce); this.isFitted = true; }

  go(place, isAtOnce) {
    this.stop();
    this.isFitted = false;
    if (isAtOnce || still()) { give(this, place); this.touch(); return; }
    this.flight = { from: { cx: this.cx, cy: this.cy, k: this.k }, to: place, start: 0, time: 480 };
    this.touch();
  }

  flyTo(i, k = max(this.k, this.fitK * min(6, max(1.6, sqrt(this.graph.n) / 16)))) {
    if (!this.graph.isPlaced(i)) return;
    const [top, right, bottom, left] = this.options.inset();
    this.go({ k, cx: this.graph.x[i] + (right - left) / 2 / k, cy: this.graph.y[i] + (bottom - top) / 2 / k });
  }

  stop() { this.flight = this.drift = this.zoom = null; }
  panBy(dx, dy) { this.cx -= dx / this.k; this.cy -= dy / this.k; this.isFitted = false; this.touch(); }
  clampK(k) { return min(this.fitK * max(40, sqrt(this.graph.n)), max(this.fitK * .4, k)); }

  zoomAt(factor, px, py) {
    const k = this.clampK(this.k * factor), wx = (px - this.w / 2) / this.k + this.cx, wy = (py - this.h / 2) / this.k + this.cy;
    this.k = k;
    this.cx = wx - (px - this.w / 2) / k; this.cy = wy - (py - this.h / 2) / k;
    this.isFitted = false;
    this.touch();
  }

  // Zooms over some frames.
  zoomBy(factor, px = this.w / 2, py = this.h / 2) {
    if (still()) { this.zoomAt(factor, px, py); return; }
    const left = this.zoom ? this.zoom.left : 1;
    this.flight = this.drift = null;
    this.zoom = { left: left * factor, px, py };
    this.touch();
  }

  step(time, dt) {
    if (this.flight) {
      const f = this.flight, part = min(1, (time - (f.start = f.start || time)) / f.time), ease = part < .5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
      const k = exp(log(f.from.k) + (log(f.to.k) - log(f.from.k)) * ease), same = abs(f.to.k - f.from.k) < 1e-9 * f.to.k;
      // The way is walked in proportion to what is seen of it, so that zooming and moving look like one motion.
      const way = same ? ease : (1 / k - 1 / f.from.k) / (1 / f.to.k - 1 / f.from.k);
      give(this, { k, cx: f.from.cx + (f.to.cx - f.from.cx) * way, cy: f.from.cy + (f.to.cy - f.from.cy) * way });
      if (part >= 1) this.flight = null;
    }
    if (this.zoom) {
      const z = this.zoom, part = 1 - exp(-dt / 55), factor = abs(log(z.left)) < .004 ? z.left : z.left ** part;
      z.left /= factor;
      this.zoomAt(factor, z.px, z.py);
      if (z.left === 1) this.zoom = null;
    }
    if (this.drift) {
      const d = this.drift, slow = exp(-dt / 320);
      this.panBy(d.x * dt, d.y * dt);
      d.x *= slow; d.y *= slow;
      if (hypot(d.x, d.y) < .02) this.drift = null;
    }
    const aim = this.attention() >= 0 ? 1 : 0;
    this.fade = still() ? aim : aim > this.fade ? min(aim, this.fade + dt / 140) : max(aim, this.fade - dt / 140);
    // At least a little of the graph stays in sight.
    const { box } = this.graph;
    this.cx = min(max(this.cx, box.left - .4 * this.w / this.k), box.right + .4 * this.w / this.k);
    this.cy = min(max(this.cy, box.top - .4 * this.h / this.k), box.bottom + .4 * this.h / this.k);
    return this.flight || this.zoom || this.drift || this.fade !== aim;
  }

  // The loop

  touch() { if (!this.frame) this.frame = requestAnimationFrame(time => this.tick(time)); }

  tick(time) {
    const begin = now(), dt = min(50, this.last ? time - this.last : 16);
    this.frame = 0;
    const isMoving = this.step(time, dt), { k, ratio, renderer } = this;
    let ox = this.w / 2 - this.cx * k, oy = this.h / 2 - this.cy * k;
    // While only the place moves, it moves by whole device pixels: the rasteriser shifts what it has, and nothing shimmers.
    if (k === this.lastK) { ox = this.ox + round((ox - this.ox) * ratio) / ratio; oy = this.oy + round((oy - this.oy) * ratio) / ratio; }
    give(this, { ox, oy, lastK: k, last: isMoving ? time : 0 });
    if (renderer.isLive) renderer.draw(this, this.fade);
    this.overlay.draw(isMoving);
    this.times.script = now() - begin;
    if (!this.times.first) { this.times.first = now(); this.options.onFirst(); }
    if (isMoving) this.touch(); else this.options.onChange("rest");
  }

  // What is pointed at

  // The node whose neighbourhood is shown; -1 for none.
  attention() { return this.hover >= 0 ? this.hover : this.focus >= 0 ? this.focus : this.selected; }

  set(name, i) { if (this[name] !== i) { this[name] = i; this.touch(); this.options.onChange(name); } }

  // The node under a point of the stage, the uppermost first; `slack` px beside it count too.
  pick(px, py, slack = 4) {
    if (!this.renderer.isLive) return -1;
    const { graph, k, ox, oy } = this, { nodes } = this.choice, zoom = this.zoomOfDiscs();
    let found = -1, best = slack;
    for (let at = 0; at < nodes.length; at++) {
      const i = nodes[at], far = hypot(graph.x[i] * k + ox - px, graph.y[i] * k + oy - py) - this.radii[i] * zoom;
      if (far < best) { best = max(far, 0); found = i; if (best === 0) break; }
    }
    return found;
  }
}
