// Mouse, touch, wheel and keys on the stage.
class Input {
  constructor(view, area) {
    give(this, { view, area, fingers: new Map(), trail: [] });
    on(area, "pointerdown", event => this.down(event));
    on(area, "pointermove", event => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) on(area, name, event => this.up(event));
    on(area, "pointerleave", () => view.set("hover", -1));
    on(area, "wheel", event => this.wheel(event), { passive: false });
    on(area, "keydown", event => this.key(event));
  }

  at(event) { const box = placeOf(this.area); return { x: event.clientX - box.x, y: event.clientY - box.y, time: event.timeStamp }; }

  down(event) {
    if (event.buttons > 1) return;
    const { view } = this, point = this.at(event);
    this.area.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, point);
    view.stop();
    this.start = this.fingers.size === 1 ? point : null;
    this.trail = [point];
  }

  move(event) {
    const { view, fingers } = this, point = this.at(event), old = fingers.get(event.pointerId);
    if (!old) {
      if (event.pointerType === "mouse") { const i = view.pick(point.x, point.y); view.set("hover", i); this.area.classList.toggle("gv-hit", i >= 0); }
      return;
    }
    if (fingers.size === 1) {
      if (this.start && hypot(point.x - this.start.x, point.y - this.start.y) < (event.pointerType === "mouse" ? 4 : 9)) return;
      if (this.start) { this.start = null; view.set("hover", -1); this.area.classList.add("gv-drag"); }
      view.panBy(point.x - old.x, point.y - old.y);
      this.trail.push(point);
      if (this.trail.length > 6) this.trail.shift();
    } else {
      const [a, b] = fingers.values(), other = old === a ? b : a;
      const mid = { x: (old.x + other.x) / 2, y: (old.y + other.y) / 2 }, next = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      view.panBy(next.x - mid.x, next.y - mid.y);
      view.zoomAt(hypot(point.x - other.x, point.y - other.y) / max(1, hypot(old.x - other.x, old.y - other.y)), next.x, next.y);
      this.start = null;
      this.trail = [];
    }
    fingers.set(event.pointerId, point);
  }

  up(event) {
    const { view, fingers } = this;
    if (!fingers.delete(event.pointerId)) return;
    this.area.classList.remove("gv-drag");
    const point = this.at(event), first = this.trail[0];
    if (event.type === "pointercancel") { this.start = null; return; }
    if (this.start) this.tap(point, event);
    else if (!fingers.size && first && !still()) {
      const time = point.time - first.time, last = this.trail[this.trail.length - 1];
      // A finger that rests before it leaves throws nothing.
      if (time > 8 && point.time - last.time < 60) {
        view.drift = { x: (point.x - first.x) / time, y: (point.y - first.y) / time };
        view.touch();
      }
    }
    this.start = null;
  }

  tap(point, event) {
    const { view } = this, isTouch = event.pointerType !== "mouse", before = this.tapped;
    this.tapped = point;
    if (before && point.time - before.time < 320 && hypot(point.x - before.x, point.y - before.y) < 30) {
      this.tapped = null;
      view.zoomBy(event.shiftKey ? .5 : 2, point.x, point.y);
      return;
    }
    const i = view.pick(point.x, point.y, isTouch ? 20 : 5);
    if (i >= 0 && isTouch) view.set("hover", -1);
    view.options.onPick(i);
  }

  wheel(event) {
    event.preventDefault();
    const point = this.at(event), lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    this.view.zoomBy(exp(-max(-240, min(240, event.deltaY * lines)) * (event.ctrlKey ? .01 : .0022)), point.x, point.y);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this, far = event.shiftKey ? 240 : 80, ways = { ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] };
    const way = ways[event.key];
    if (way) { view.flight = null; if (still()) view.panBy(...way); else { view.drift = { x: way[0] / 320, y: way[1] / 320 }; view.touch(); } }
    else if (event.key === "+" || event.key === "=") view.zoomBy(1.5);
    else if (event.key === "-" || event.key === "_") view.zoomBy(1 / 1.5);
    else if (event.key === "0") view.fit();
    else if (event.key === "Escape") view.options.onPick(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
