// What lies on the graph: the neighbourhood that is pointed at, glyphs in large discs, names. Names are placed by rank and by collision
// alone, so that one view always has the same ones.
const graphemes = text => Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), part => part.segment) : Array.from(text);
const isRightToLeft = text => /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);

// Where a name stands beside its disc, best first.
const SIDES = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]];

class Overlay {
  constructor(view, canvas) {
    give(this, { view, canvas, context: canvas.getContext("2d"), sprites: new Map(), shapes: new Map(), names: [], lands: [] });
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
    context.globalAlpha = 1;
    if (!view.renderer.isLive) return;
    this.moveWash();
    const center = view.attention(), hood = center >= 0 ? this.hood(center) : null;
    if (hood) this.drawHood(center, hood);
    this.glyphs(hood);
    for (const [i, color, gap] of [[view.selected, view.paint.accent, 3], [view.focus, view.paint.text, 5]]) if (i >= 0 && view.choice.shown[i]) this.ring(i, color, gap);
    this.labels(center, hood, isMoving);
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
    const { view, context } = this, r = view.radius(i);
    context.fillStyle = css(view.paint.ground);
    this.trace(i, r + 1.25); context.fill();
    context.fillStyle = css(view.colors[i]);
    this.trace(i, max(r, 1.5)); context.fill();
  }

  trace(i, r) { const { view, context } = this; context.beginPath(); context.arc(view.sx(i), view.sy(i), r, 0, 7); }

  ring(i, color, gap) {
    const { view, context } = this;
    context.strokeStyle = css(color);
    context.lineWidth = 2;
    this.trace(i, view.radius(i) + gap); context.stroke();
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
    // A word that is a little too long sticks out rather than be broken.
    const fits = (part, room = width) => context.measureText(part.trim()).width <= room;
    let at = 0;
    for (const part of (text.match(/\s+|[^\s-]*-+|[^\s-]+/g) || []).flatMap(word => fits(word, 1.4 * width) ? [word] : graphemes(word))) {
      if (!lines[at] || fits(lines[at] + part)) lines[at] += part;
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

  // Names of communities, as long as the whole is looked at, then those of pages by rank.
  labels(center, hood, isMoving) {
    const { view, context } = this, { graph, paint, w, h, choice, fade, k, fitK, options } = view, { labels, cover } = options, { only } = choice, fresh = now();
    const far = hood || only ? 0 : min(1, 2.2 - k / fitK) * (1 - fade), boxes = this.boxes = cover();
    const names = this.names = [], told = new Set();
    if (!graph.named) return;
    // Rectangles with a rim, and discs, which are all rim; `least` leaves out discs that are smaller.
    const isFree = ([x, y], { width, height }, own, least) => {
      if (x < 2 || x + width > w - 2 || y < 2 || y + height > h - 2) return false;
      for (const b of boxes) {
        const dx = max(b.x - x - width, x - b.x - b.width, 0), dy = max(b.y - y - height, y - b.y - b.height, 0);
        if (b.own !== own && b.size >= least && dx * dx + dy * dy < b.rim * b.rim) return false;
      }
      return true;
    };
    const put = ({ canvas, width, height, pad }, at, alpha) => {
      const [x, y] = at.map(round);
      boxes.push({ x, y, width, height, rim: 3, size: 1e9 });
      context.globalAlpha = alpha;
      context.drawImage(canvas, x - pad, y - pad, width + 2 * pad, height + 2 * pad);
    };
    // A small picture of a large graph has room for few names.
    const { box } = graph, part = only ? 1 : min(1, max(.3, (box.right - box.left) * (box.bottom - box.top) * k * k / w / h));
    const list = hood ? [center, ...hood.map(([j]) => j)] : choice.nodes, most = round(w * h / (hood ? 7000 : 12000) * labels * part) + 4, inSight = [];
    for (let at = 0; at < list.length && inSight.length < 5 * most; at++) {
      const i = list[at], x = view.sx(i), y = view.sy(i);
      if (x > -20 && y > -20 && x < w + 20 && y < h + 20) inSight.push(i);
    }
    // Discs that can be told apart keep their ground: a name lies on its own only.
    for (const i of inSight.slice(0, 300)) {
      const size = view.radius(i);
      if (size >= 2.5) boxes.push({ x: view.sx(i), y: view.sy(i), width: 0, height: 0, rim: size + 1, size, own: i });
    }
    const hubs = max(3, round(min(w, 1600) / 160)), isBusy = () => set++ && now() - fresh > (isMoving ? 1 : 5);
    const large = { weight: 600, size: only ? 12 : 13.5, width: 170, color: paint.text }, small = { weight: 500, size: 12, width: 140, color: mix(paint.text, paint.ground, .18) };
    let set = 0;
    for (const { place, x, y, reach } of far > 0 ? this.lands : []) {
      if (choice.off.community.has(place) || reach * k < 24 || (!this.sprites.has("c" + place) && isBusy())) continue;
      const { name } = graph.entries("community")[place], made = this.sprite("c" + place, name, { weight: 700, size: w < 720 ? 13 : 15, width: 170, color: mix(paint.community[place].ink, paint.text, .25) });
      const px = x * k + view.ox - made.width / 2, py = y * k + view.oy - made.height / 2, spot = [0, -1, 1, -2, 2].map(row => [px, py + row * 14]).find(at => isFree(at, made, -1, 9));
      if (spot) { put(made, spot, far); told.add(name); }
    }
    for (let at = 0; at < inSight.length && names.length < most; at++) {
      const i = inSight[at], title = graph.titleOf(i), isLarge = i === center || (!only && at < hubs * 2), isForced = !only && at < (hood ? 1 : min(hubs, 12));
      // A community is called after one of its pages: once is enough, but for hubs.
      if (told.has(title) && !isForced) continue;
      // Setting a name takes time: while things move, what is not yet known waits for the next frame.
      const key = i + (isLarge ? "b" : "");
      if (!this.sprites.has(key) && isBusy()) { view.touch(); break; }
      const made = this.sprite(key, title, isLarge ? large : small), { width, height } = made, size = view.radius(i), gap = size + 4;
      const spotOf = ([across, down]) => [view.sx(i) - width / 2 + across * (width / 2 + (down ? gap * .7 : gap + 1)), view.sy(i) - height / 2 + down * (height / 2 + (across ? gap * .7 : gap))];
      // A hub's name may lie on smaller discs, not on another name.
      const side = SIDES.find(side => isFree(spotOf(side), made, i, 0)) || (isForced && SIDES.find(side => isFree(spotOf(side), made, i, max(4, size))));
      if (!side) continue;
      put(made, spotOf(side), hood && i !== center ? fade : 1);
      names.push(i);
    }
  }

  // The ground under the communities

  // Once, in the graph's own coordinates: each page spreads the colour of its community.
  wash() {
    const { view, ground } = this, { graph } = view;
    if (!ground) return;
    const { box } = graph, SIZE = 128, PAD = 16, span = max(box.right - box.left, box.bottom - box.top, 1e-6), unit = (SIZE - 2 * PAD) / span;
    const sums = new Floats(SIZE * SIZE * 4), reach = round(min(12, max(4, 60 / sqrt(graph.n)))), step = ceil(graph.n / 20000);
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
    // A community's name stands amid its pages; few pages have no land.
    const groups = graph.meta.communities.map(() => []), sorted = (column, group) => Floats.from(group, i => column[i]).sort();
    for (const i of graph.ranked) if (graph.isPlaced(i) && groups[graph.community[i]]) groups[graph.community[i]].push(i);
    this.lands = [...groups.keys()].filter(place => groups[place].length > 5).sort((a, b) => groups[b].length - groups[a].length || a - b).slice(0, 24).map(place => {
      const group = groups[place], { length } = group, xs = sorted(graph.x, group), ys = sorted(graph.y, group);
      return { place, x: xs[length >> 1], y: ys[length >> 1], reach: xs[length * .9 | 0] - xs[length * .1 | 0] };
    });
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
