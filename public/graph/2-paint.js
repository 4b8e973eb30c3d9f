// Colours come from the page's own classes, so from the tokens: a probe is dressed and asked.
const newCanvas = () => doc.createElement("canvas");
const channels = text => (text.match(/[\d.]+/g) || [0, 0, 0]).slice(0, 3).map(Number);
const css = (color, alpha) => `rgb(${color.map(round)}${alpha === undefined ? "" : "," + alpha})`;
const mix = (a, b, part) => a.map((value, at) => value + (b[at] - value) * part);
const packed = color => (255 << 24 | color[2] << 16 | color[1] << 8 | color[0]) >>> 0;

function readPaint(host, graph) {
  const probe = doc.createElement("i");
  host.append(probe);
  const read = (name, property) => { probe.className = name; return channels(getComputedStyle(probe)[property]); };
  const list = facet => graph.entries(facet).map(({ color }) => ({ fill: read("dot " + color, "backgroundColor"), ink: read("dot " + color, "borderTopColor") }));
  const paint = {
    type: list("type"), community: list("community"), text: read("", "color"), muted: read("count", "color"), accent: read("button primary", "backgroundColor"),
    ground: channels(getComputedStyle(doc.body).backgroundColor), font: getComputedStyle(host).fontFamily,
  };
  probe.remove();
  paint.isDark = paint.ground[0] + paint.ground[1] + paint.ground[2] < 380;
  paint.single = paint.isDark ? .3 : .34;
  paint.most = paint.isDark ? .62 : .6;
  return paint;
}

// How dark so many lines over one place are; 16 is one line. Many are drawn lighter than the sum, so that what lies among them stays legible.
const tone = (paint, count) => paint.most * (1 - exp(-count / 16 * paint.single / paint.most));

// Weak links are thinner in tone than strong ones.
const strength = (graph, e) => .55 + .75 * sqrt(graph.weight[e] / graph.heaviest);
const FADED = .84;
