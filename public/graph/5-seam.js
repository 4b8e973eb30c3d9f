// The seam: who draws the graph. The page, its panel and its data know nothing of which one is live.
//
// A renderer has `kind`, `isLive`, `canvas`, `drawn` (how many nodes and edges it draws) and
//   resize(width, height, ratio)   in CSS px, and device pixels a CSS px
//   setGraph(graph, choice, radii) what is drawn; the choice's lists of nodes and edges
//   setPaint(paint, colors)        after a change of theme or of what colours mean
//   draw(view, fade)               one frame; `fade` from 0 to 1 takes everything back
//   dispose()
const nothing = () => {};
const poster = () => ({ kind: "poster", drawn: { nodes: 0, edges: 0 }, resize: nothing, setGraph: nothing, setPaint: nothing, draw: nothing, dispose: nothing });

// `kind` is "webgl2", "raster", "poster", or empty for the best that works here. What cannot be made gives way to the next.
function makeGraphRenderer(kind, onLoss) {
  const order = ["webgl2", "raster", "poster"];
  if (!order.includes(kind)) kind = WebGL.isSoftware() ? "raster" : "webgl2";
  for (const name of order.slice(order.indexOf(kind))) {
    try {
      return name === "webgl2" ? new WebGL(onLoss) : name === "raster" ? new Raster() : poster();
    } catch (_) {}
  }
}
