// Our own rasteriser: lines are counted into a field of densities, which a table turns into colours; discs go on top. Panning moves the
// field and draws what has come into sight; everything is exact, in whole device pixels.
class Raster {
  constructor() {
    this.kind = "raster";
    this.isLive = true;
    this.canvas = newCanvas();
    this.context = this.canvas.getContext("2d");
    if (!this.context) throw Error();
    this.lut = new Longs(4096);
  }

  resize(w, h, ratio) {
    this.ratio = ratio;
    const W = this.W = this.canvas.width = max(1, round(w * ratio)), H = this.H = this.canvas.height = max(1, round(h * ratio));
    this.image = this.context.createImageData(W, H);
    this.pixels = new Longs(this.image.data.buffer);
    this.field = new Shorts(W * H);
    this.isStale = true;
  }

  setGraph(graph, choice) {
    give(this, { graph, choice, isStale: true });
    const { nodes, edges } = choice, count = edges.length;
    this.x = new Floats(graph.n); this.y = new Floats(graph.n);
    this.strength = new Floats(count);
    for (let k = 0; k < count; k++) this.strength[k] = 16 * strength(graph, edges[k]);
    this.drawn = { nodes: nodes.length, edges: count };
  }

  setPaint(paint, colors) { give(this, { paint, colors }); this.lutFade = -1; }

  draw(view, fade) {
    const s = this.ratio, shiftX = round((view.ox - this.ox) * s), shiftY = round((view.oy - this.oy) * s), { W, H } = this;
    const isSame = !this.isStale && view.k === this.k && abs(shiftX) < W && abs(shiftY) < H;
    const { x, y } = this.graph, k = view.k * s, left = view.ox * s, top = view.oy * s, { nodes } = this.choice;
    for (let at = 0; at < nodes.length; at++) { const i = nodes[at]; this.x[i] = x[i] * k + left; this.y[i] = y[i] * k + top; }
    if (!isSame) { this.field.fill(0); this.lines(0, 0, W, H); } else if (shiftX || shiftY) this.shift(shiftX, shiftY);
    give(this, { ox: view.ox, oy: view.oy, k: view.k, isStale: false });
    this.compose(fade);
    this.discs(view, fade);
    this.context.putImageData(this.image, 0, 0);
  }

  shift(dx, dy) {
    const { field, W, H } = this, by = dy * W + dx;
    if (by > 0) field.copyWithin(by, 0, field.length - by); else field.copyWithin(0, -by);
    const [l, r] = dx > 0 ? [0, dx] : [W + dx, W], [t, b] = dy > 0 ? [0, dy] : [H + dy, H];
    const draw = (x0, y0, x1, y1) => {
      if (x0 >= x1 || y0 >= y1) return;
      for (let row = y0; row < y1; row++) field.fill(0, row * W + x0, row * W + x1);
      this.lines(x0, y0, x1, y1);
    };
    draw(l, 0, r, H);
    draw(dx > 0 ? r : 0, t, dx > 0 ? W : l, b);
  }

  // All edges, as far as they lie in a part of the field.
  lines(x0, y0, x1, y1) {
    const { x, y, strength } = this, { source, sink } = this.graph, { edges } = this.choice, thick = this.ratio >= 1.5;
    for (let k = 0; k < edges.length; k++) {
      const a = source[edges[k]], b = sink[edges[k]], ax = x[a], ay = y[a], bx = x[b], by = y[b];
      if ((ax < x0 && bx < x0) || (ax > x1 && bx > x1) || (ay < y0 && by < y0) || (ay > y1 && by > y1)) continue;
      const flat = abs(bx - ax) >= abs(by - ay);
      if (flat) this.line(ax, ay, bx, by, x0, x1, y0, y1, 1, this.W, strength[k], thick);
      else this.line(ay, ax, by, bx, y0, y1, x0, x1, this.W, 1, strength[k], thick);
    }
  }

  // One line along its longer axis u; v is the other. Coverage is shared between the two or three pixels across.
  line(u0, v0, u1, v1, from, to, low, high, stepU, stepV, value, thick) {
    if (u0 > u1) { let swap = u0; u0 = u1; u1 = swap; swap = v0; v0 = v1; v1 = swap; }
    if (u1 - u0 < 1e-6) return;
    const slope = (v1 - v0) / (u1 - u0), { field } = this;
    let start = max(ceil(u0 - .5), from), end = min(floor(u1 - .5), to - 1);
    if (slope) {
      const p = u0 + (low - 3 - v0) / slope, q = u0 + (high + 3 - v0) / slope;
      start = max(start, floor(min(p, q))); end = min(end, ceil(max(p, q)));
    }
    if (start > end) return;
    const full = round(value * sqrt(1 + slope * slope)), step = round(slope * 65536);
    let v = round((v0 + (start + .5 - u0) * slope - (thick ? 1 : .5)) * 65536), at = start * stepU;
    for (let u = start; u <= end; u++, v += step, at += stepU) {
      const row = v >> 16, part = (v >> 8 & 255) * full >> 8, cell = at + row * stepV;
      if (row >= low && row < high) field[cell] += full - part;
      if (thick) {
        if (row + 1 >= low && row + 1 < high) field[cell + stepV] += full;
        if (row + 2 >= low && row + 2 < high) field[cell + 2 * stepV] += part;
      } else if (row + 1 >= low && row + 1 < high) field[cell + stepV] += part;
    }
  }

  compose(fade) {
    const { lut, field, pixels, paint } = this;
    if (this.lutFade !== fade) {
      this.lutFade = fade;
      const rgb = packed(paint.muted) & 0xffffff;
      for (let d = 0; d < 4096; d++) lut[d] = (round(255 * tone(paint, d) * (1 - FADED * fade)) << 24 | rgb) >>> 0;
      lut[0] = 0;
    }
    for (let i = 0; i < field.length; i++) { const d = field[i]; pixels[i] = lut[d > 4095 ? 4095 : d]; }
  }

  discs(view, fade) {
    const { nodes } = this.choice, { ratio, paint, colors } = this, ground = packed(paint.ground), zoom = view.zoomOfDiscs() * ratio;
    for (let at = nodes.length - 1; at >= 0; at--) {
      const i = nodes[at], r = view.radii[i] * zoom;
      this.disc(this.x[i], this.y[i], r, packed(fade ? mix(colors[i], paint.ground, FADED * fade) : colors[i]), r > 2.5 * ratio ? ratio : 0, ground);
    }
  }

  disc(cx, cy, r, color, ring, ground) {
    const { W, H, pixels } = this, reach = r + ring + .5;
    const left = max(0, floor(cx - reach)), right = min(W - 1, ceil(cx + reach)), top = max(0, floor(cy - reach)), bottom = min(H - 1, ceil(cy + reach));
    const inner = r > .5 ? (r - .5) * (r - .5) : 0, least = min(1, 2 * r);
    for (let row = top; row <= bottom; row++) {
      const dy = row + .5 - cy;
      for (let column = left, at = row * W + left; column <= right; column++, at++) {
        const dx = column + .5 - cx, square = dx * dx + dy * dy;
        if (square <= inner) { pixels[at] = color; continue; }
        const far = sqrt(square);
        if (far >= reach) continue;
        if (ring && far > r - .5) over(pixels, at, ground, min(1, r + ring + .5 - far));
        if (far < r + .5) over(pixels, at, color, min(least, r + .5 - far));
      }
    }
  }

  dispose() { this.canvas.remove(); }
}

// A colour with some coverage over a pixel that may be transparent; alpha is not multiplied in.
function over(pixels, at, color, cover) {
  const old = pixels[at], under = (old >>> 24) / 255 * (1 - cover), alpha = cover + under;
  if (alpha <= 0) return;
  const a = cover / alpha, b = under / alpha;
  pixels[at] = (round(alpha * 255) << 24 | ((color >> 16 & 255) * a + (old >> 16 & 255) * b & 255) << 16
    | ((color >> 8 & 255) * a + (old >> 8 & 255) * b & 255) << 8 | ((color & 255) * a + (old & 255) * b & 255)) >>> 0;
}
