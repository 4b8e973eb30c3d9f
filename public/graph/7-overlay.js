// What lies on the graph: the neighbourhood that is pointed at, glyphs in large discs, names. Names are placed by rank and by collision
// alone, so that one view always has the same ones.
const graphemes = text => window.Intl && Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), part => part.segment) : Array.from(text);
const isRightToLeft = text => /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);

class Overlay {
  constructor(view, canvas) {
    give(this, { view, canvas, context: canvas.getContext("2d"), sprites: new Map(), shapes: new Map(), names: [] });
    this.ground = view.stage.querySelector(".gv-wash");
  }

  resize() {
    const { w, h, ratio } = this.view;
    this.canvas.width = round(w * ratio); this.canvas.height = round(h * ratio);
    this.forget();
  }

  forget() { this.sprites.clear(); }

  draw(isMoving) {
    const { view, context } = this, { ratio } = view;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.w, view.h);
    if (!view.renderer.isLive) return;
    this.moveWash();
    const center = view.attention(), hood = center >= 0 ? this.hood(center) : null;
    if (hood) this.drawHood(center, hood);
    this.glyphs(hood);
    for (const [i, color, gap] of [[view.selected, view.paint.accent, 3], [view.focus, view.paint.text, 5]]) if (i >= 0 && view.choice.shown[i]) this.ring(i, color, gap);
    this.labels(center, hood);
  }

  hood(center) {
    const { view } = this, { graph, choice } = view, key = center + "," + choice.version;
    if (this.hoodKey !== key) { this.hoodKey = key; this.known = graph.neighbours(center, choice.open).filter(([j]) => graph.isPlaced(j)); }
    return this.known;
  }

  // All links of the page, those too that rest unseen, and the pages at their ends.
  drawHood(center, hood) {
    const { view, context } = this, { graph, paint } = view, x = view.sx(center), y = view.sy(center);
    context.globalAlpha = view.fade;
    context.strokeStyle = css(paint.accent, paint.isDark ? .75 : .6);
    for (const [j, e] of hood) {
      context.lineWidth = .75 + 1.25 * sqrt(graph.weight[e] / graph.heaviest);
      context.beginPath(); context.moveTo(x, y); context.lineTo(view.sx(j), view.sy(j)); context.stroke();
    }
    for (let at = hood.length - 1; at >= -1; at--) this.disc(at < 0 ? center : hood[at][0]);
    context.globalAlpha = 1;
  }

  disc(i) {
    const { view, context } = this, r = view.radius(i), x = view.sx(i), y = view.sy(i);
    context.fillStyle = css(view.paint.ground);
    context.beginPath(); context.arc(x, y, r + 1.25, 0, 7); context.fill();
    context.fillStyle = css(view.colors[i]);
    context.beginPath(); context.arc(x, y, max(r, 1.5), 0, 7); context.fill();
  }

  ring(i, color, gap) {
    const { view, context } = this;
    context.strokeStyle = css(color);
    context.lineWidth = 2;
    context.beginPath(); context.arc(view.sx(i), view.sy(i), view.radius(i) + gap, 0, 7); context.stroke();
  }

  // A type's glyph in its disc, where it is large enough to be read.
  glyphs(hood) {
    const { view, context } = this, { graph } = view, types = graph.meta.types, near = hood && new Set(hood.map(([j]) => j));
    context.strokeStyle = css(view.paint.ground);
    context.lineCap = context.lineJoin = "round";
    for (const i of view.choice.nodes) {
      const r = view.radius(i);
      if (r < 8.5) break;
      const x = view.sx(i), y = view.sy(i), type = types[graph.type[i]];
      if (!type || !type.path || x < -r || y < -r || x > view.w + r || y > view.h + r) continue;
      if (!this.shapes.has(type.path)) this.shapes.set(type.path, new Path2D(type.path));
      const size = r * 1.16 / 24;
      context.save();
      if (near && !near.has(i) && i !== view.attention()) context.globalAlpha = 1 - FADED * view.fade;
      context.translate(x - 12 * size, y - 12 * size);
      context.scale(size, size);
      context.lineWidth = 1.9;
      context.stroke(this.shapes.get(type.path));
      context.restore();
    }
  }

  // Names

  // How a name is set: at most two lines, cut by whole graphemes.
  lines(text, font, width) {
    const { context } = this, lines = [""];
    context.font = font;
    const fits = part => context.measureText(part.trim()).width <= width;
    let at = 0;
    for (const part of text.split(/(\s+)/).flatMap(word => fits(word) ? [word] : graphemes(word))) {
      if (fits(lines[at] + part)) lines[at] += part;
      else if (!at) lines[++at] = part;
      else {
        const letters = graphemes(lines[1]);
        while (letters.length && !fits(letters.join("") + "…")) letters.pop();
        lines[1] = letters.join("").trim() + "…";
        break;
      }
    }
    return lines.map(line => line.trim());
  }

  // A name as a small picture with a halo in the colour of the ground; drawing it costs next to nothing.
  sprite(key, text, style) {
    const known = this.sprites.get(key);
    if (known) return known;
    if (this.sprites.size > 900) this.sprites.clear();
    const { paint, ratio } = this.view, font = `${style.weight} ${style.size}px ${paint.font}`, lines = this.lines(text, font, style.width);
    const leading = round(style.size * 1.2), width = ceil(max(...lines.map(line => this.context.measureText(line).width))), height = leading * lines.length;
    const canvas = newCanvas(), pad = 4;
    canvas.width = ceil((width + 2 * pad) * ratio); canvas.height = ceil((height + 2 * pad) * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.direction = isRightToLeft(text) ? "rtl" : "ltr";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = css(paint.ground, .88);
    context.fillStyle = css(style.color);
    for (const draw of ["strokeText", "fillText"]) lines.forEach((line, at) => context[draw](line, width / 2 + pad, pad + leading * (at + .5)));
    const made = { canvas, width, height, pad };
    this.sprites.set(key, made);
    return made;
  }

  labels(center, hood) {
    const { view, context } = this, { graph, paint, w, h } = view, boxes = [], fresh = now();
    this.names = [];
    if (!graph.named) return;
    const meets = (x, y, { width, height }, own, most) => boxes.some(b => b.own !== own && b.own <= most && x < b.x + b.width && b.x < x + width && y < b.y + b.height && b.y < y + height);
    const list = hood ? [center, ...hood.map(([j]) => j)] : view.choice.nodes, most = round(w * h / (hood ? 7000 : 12000) * view.options.labels) + 4;
    const inSight = [];
    for (let at = 0; at < list.length && inSight.length < 4 * most; at++) {
      const i = list[at], x = view.sx(i), y = view.sy(i);
      if (x > -20 && y > -20 && x < w + 20 && y < h + 20) inSight.push(i);
    }
    // Large discs keep their ground: a name lies on its own only.
    for (const i of inSight.slice(0, 160)) {
      const r = view.radius(i);
      if (r >= 5) boxes.push({ x: view.sx(i) - r * .8, y: view.sy(i) - r * .8, width: r * 1.6, height: r * 1.6, own: i });
    }
    const hubs = max(3, round(min(w, 1600) / 160 * view.options.labels));
    let placed = 0, set = 0;
    for (let at = 0; at < inSight.length && placed < most; at++) {
      const i = inSight[at], isForced = at < (hood ? 1 : min(hubs, 12)), isLarge = at < hubs * 2 || i === center;
      // Setting a name takes time: while things move, what is not yet known waits for the next frame.
      const key = i + (isLarge ? "b" : ""), style = { weight: isLarge ? 600 : 500, size: isLarge ? 13.5 : 12, width: isLarge ? 170 : 140, color: isLarge ? paint.text : mix(paint.text, paint.ground, .18) };
      if (!this.sprites.has(key) && set++ > 2 && now() - fresh > 5) { view.touch(); break; }
      const sprite = this.sprite(key, graph.titleOf(i), style), { width, height, pad, canvas } = sprite, x = view.sx(i), y = view.sy(i), gap = view.radius(i) + 4;
      const places = [[x - width / 2, y + gap], [x - width / 2, y - gap - height], [x + gap + 1, y - height / 2], [x - gap - 1 - width, y - height / 2]];
      // A hub's name may lie on discs, not on another name.
      const place = places.find(([px, py]) => px > 2 && px + width < w - 2 && py > 2 && py + height < h - 2 && !meets(px, py, sprite, i, Infinity))
        || (isForced && places.find(([px, py]) => !meets(px, py, sprite, i, -1)));
      if (!place) continue;
      const [px, py] = place.map(round);
      boxes.push({ x: px, y: py, width, height, own: -1 });
      context.globalAlpha = hood && i !== center ? view.fade : 1;
      context.drawImage(canvas, px - pad, py - pad, width + 2 * pad, height + 2 * pad);
      context.globalAlpha = 1;
      this.names.push(i);
      placed++;
    }
  }

  // The ground under the communities

  // Once, in the graph's own coordinates: each page spreads the colour of its community.
  wash() {
    const { view, ground } = this, { graph } = view;
    if (!ground) return;
    const { box } = graph, SIZE = 128, PAD = 16, span = max(box.right - box.left, box.bottom - box.top, 1e-6), unit = (SIZE - 2 * PAD) / span;
    const sums = new Float32Array(SIZE * SIZE * 4), reach = round(min(12, max(4, 60 / sqrt(graph.n)))), step = ceil(graph.n / 20000);
    for (let i = 0; i < graph.n; i += step) {
      const region = view.paint.community[graph.community[i]];
      if (!graph.isPlaced(i) || !graph.meta.communities[graph.community[i]]) continue;
      const px = round((graph.x[i] - box.left) * unit + PAD), py = round((graph.y[i] - box.top) * unit + PAD), { fill } = region;
      for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) {
        const part = 1 - (dx * dx + dy * dy) / (reach * reach);
        if (part <= 0) continue;
        const at = 4 * ((py + dy) * SIZE + px + dx), value = part * part;
        sums[at] += fill[0] * value; sums[at + 1] += fill[1] * value; sums[at + 2] += fill[2] * value; sums[at + 3] += value;
      }
    }
    ground.width = ground.height = SIZE;
    const context = ground.getContext("2d"), image = context.createImageData(SIZE, SIZE), { data } = image, dense = max(1, graph.n / step / 400), strong = view.paint.isDark ? .2 : .13;
    for (let at = 0; at < data.length; at += 4) {
      const sum = sums[at + 3];
      if (!sum) continue;
      for (let c = 0; c < 3; c++) data[at + c] = sums[at + c] / sum;
      data[at + 3] = 255 * strong * (1 - exp(-sum / dense));
    }
    context.putImageData(image, 0, 0);
    this.washAt = { unit, x: box.left - PAD / unit, y: box.top - PAD / unit };
  }

  moveWash() {
    const { view, ground, washAt } = this;
    if (!ground || !washAt) return;
    const scale = view.k / washAt.unit;
    ground.style.opacity = (1 - .7 * view.fade) * min(1, max(0, 1.25 - view.k / view.fitK / 16));
    ground.style.transform = `translate(${washAt.x * view.k + view.ox}px,${washAt.y * view.k + view.oy}px) scale(${scale})`;
  }
}
