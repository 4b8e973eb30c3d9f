// The graph's data, decoded once, with what follows from it. GraphBinary.swift says how the bytes are laid out.
// The files of this folder are joined into one script with one scope, in the order of their names.
// By their names as texts: what is named here gets a shorter name when the files are joined.
const [abs, ceil, exp, floor, hypot, log, max, min, round, sqrt] = "abs,ceil,exp,floor,hypot,log,max,min,round,sqrt".split(",").map(name => Math[name]);
const Floats = Float32Array, Longs = Uint32Array, Shorts = Uint16Array, Octets = Uint8Array, doc = document, placeOf = element => element.getBoundingClientRect();

const give = Object.assign, now = () => performance.now(), attr = (element, name, value) => element.setAttribute(name, value);
const on = (target, name, act, how) => target.addEventListener(name, act, how);

function decode(text) {
  if (Octets.fromBase64) return Octets.fromBase64(text);
  const raw = atob(text), bytes = new Octets(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

class Graph {
  constructor(bytes, meta) {
    const head = new DataView(bytes.buffer);
    if (head.getUint32(0, true) !== 0x31475953) throw Error("Data and viewer differ in version");
    const n = this.n = head.getUint32(4, true), m = this.m = head.getUint32(8, true), scale = head.getFloat32(12, true);
    let at = 16;
    const take = (Type, count) => { const part = new Type(bytes.buffer, at, count); at += part.byteLength; return part; };
    this.x = take(Floats, n); this.y = take(Floats, n);
    this.size = take(Shorts, n);
    this.type = take(Shorts, n); this.community = take(Shorts, n); this.domain = take(Shorts, n);
    this.source = new Longs(take(Shorts, m)); this.sink = new Longs(take(Shorts, m));
    const share = take(Shorts, m), high = take(Octets, m), high2 = take(Octets, m);
    this.kind = take(Octets, m);
    this.weight = new Floats(m);
    this.heaviest = scale;
    for (let e = 0; e < m; e++) {
      this.source[e] |= high[e] << 16; this.sink[e] |= high2[e] << 16;
      this.weight[e] = share[e] / 65535 * scale;
    }
    this.meta = meta;
    this.named = this.addresses = null;
    this.link();
    this.rank();
    this.cut = this.cutAt(share);
  }

  // Degrees, and the edges of each node: links[starts[i]] to links[starts[i + 1] - 1].
  link() {
    const { n, m, source, sink } = this;
    const degree = this.degree = new Longs(n), starts = this.starts = new Longs(n + 1), links = this.edgesOf = new Longs(2 * m);
    for (let e = 0; e < m; e++) { degree[source[e]]++; degree[sink[e]]++; }
    for (let i = 0; i < n; i++) starts[i + 1] = starts[i] + degree[i];
    const next = starts.slice();
    for (let e = 0; e < m; e++) { links[next[source[e]]++] = e; links[next[sink[e]]++] = e; }
  }

  // The nodes by rank: most connected first, then as stored.
  rank() {
    const { n, degree } = this, keys = new Float64Array(n);
    for (let i = 0; i < n; i++) keys[i] = (0xfffff - min(degree[i], 0xfffff)) * 0x1000000 + i;
    keys.sort();
    this.ranked = Longs.from(keys, key => key % 0x1000000);
    this.box = this.boxOf(this.ranked);
  }

  boxOf(nodes) {
    const { x, y } = this, box = { left: 1 / 0, top: 1 / 0, right: -1 / 0, bottom: -1 / 0 };
    for (const i of nodes) {
      if (!this.isPlaced(i)) continue;
      box.left = min(box.left, x[i]); box.right = max(box.right, x[i]);
      box.top = min(box.top, y[i]); box.bottom = max(box.bottom, y[i]);
    }
    return box;
  }

  isPlaced(i) { return this.x[i] === this.x[i] && this.y[i] === this.y[i]; }

  // A large graph rests without its weak edges: the weight from which on about two edges a node are left.
  cutAt(share) {
    const most = max(600, 2 * this.n);
    return this.m > most ? share.slice().sort()[this.m - most] / 65535 * this.heaviest : 0;
  }

  other(e, i) { return this.source[e] === i ? this.sink[e] : this.source[e]; }

  // Neighbours of a node over edges that `open` marks, heaviest first, each once.
  neighbours(i, open) {
    const best = new Map();
    for (let k = this.starts[i]; k < this.starts[i + 1]; k++) {
      const e = this.edgesOf[k], j = this.other(e, i);
      if (open && !open[e]) continue;
      if (!best.has(j) || this.weight[best.get(j)] < this.weight[e]) best.set(j, e);
    }
    return [...best].sort((a, b) => this.weight[b[1]] - this.weight[a[1]] || a[0] - b[0]);
  }

  titleOf(i) { return this.named ? this.named[i] : ""; }

  href(i) { return this.addresses ? base + this.addresses[i].split("/").map(encodeURIComponent).join("/") + ".html" : "#"; }

  // Lists of a facet, with what stands at their end for none.
  entries(facet) {
    const { meta } = this, none = name => ({ id: "", color: "c-none", name });
    if (facet === "kind") return meta.kinds;
    if (facet === "domain") return [...meta.domains, none(meta.words.noDomain)];
    return facet === "type" ? [...meta.types, none(meta.words.noType)] : [...meta.communities, none(meta.words.unassigned)];
  }
}

// What is shown: the choices of the reader, and from them which nodes and edges are drawn.
class Filter {
  constructor(graph) { this.graph = graph; this.clear(); this.apply(); }

  clear() {
    this.off = { type: new Set(), domain: new Set(), community: new Set(), kind: new Set() };
    this.least = 0;
    this.orphans = true;
    this.weak = false;
    this.only = null;
  }

  isShown(i) {
    const { graph, off } = this;
    return !off.type.has(graph.type[i]) && !off.domain.has(graph.domain[i]) && !off.community.has(graph.community[i])
      && (this.orphans || graph.degree[i] > 0) && (!this.only || this.only.has(i));
  }

  apply() {
    const { graph, off } = this, { n, m, source, sink, weight } = graph, from = this.least * graph.heaviest;
    const shown = this.shown = new Octets(n), open = this.open = new Octets(m), best = new Int32Array(n).fill(-1);
    for (let i = 0; i < n; i++) shown[i] = this.isShown(i) ? 1 : 0;
    this.shownCount = shown.reduce((sum, one) => sum + one, 0);
    for (let e = 0; e < m; e++) {
      const a = source[e], b = sink[e];
      if (!shown[a] || !shown[b] || weight[e] < from || off.kind.has(graph.kind[e])) continue;
      open[e] = 1;
      if (best[a] < 0 || weight[best[a]] < weight[e]) best[a] = e;
      if (best[b] < 0 || weight[best[b]] < weight[e]) best[b] = e;
    }
    // No page that has links may look as if it had none: its strongest one is drawn in any case.
    const drawn = this.weak || this.only ? open.slice() : open.map((is, e) => is && (weight[e] >= graph.cut || best[source[e]] === e || best[sink[e]] === e) ? 1 : 0);
    for (let e = 0; e < m; e++) if (drawn[e] && !(graph.isPlaced(source[e]) && graph.isPlaced(sink[e]))) drawn[e] = 0;
    // Hubs last, so that they lie on top.
    this.nodes = graph.ranked.filter(i => shown[i] && graph.isPlaced(i));
    const count = drawn.reduce((sum, one) => sum + one, 0);
    this.edges = new Longs(count);
    for (let e = 0, k = 0; e < m; e++) if (drawn[e]) this.edges[k++] = e;
    this.version = (this.version || 0) + 1;
  }
}
