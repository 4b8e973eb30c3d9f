// The data's scripts call these; the mini-graph of a wiki page and the bench page use the same.
let graph = null, page = null;
const waiting = [];

window.synapseGraph = {
  data(text, meta) {
    const begin = now(), root = doc.getElementById("syn-graph");
    graph = new Graph(decode(text), meta);
    if (root) { page = new Page(root, graph); give(page.view.times, { begin, decode: now() - begin }); }
  },
  titles(titles, addresses) {
    give(graph, { named: titles, addresses });
    if (page) page.named();
    waiting.splice(0).forEach(start => start());
  },
  // The neighbourhood of one page, from the same data. A page names itself by its address: a number would be another whenever a page is added.
  mini(host) {
    const start = () => {
      const node = graph.addresses.indexOf(host.getAttribute("data-node")), near = graph.neighbours(node).filter(([j]) => graph.isPlaced(j)).slice(0, 32).map(([j]) => j), stage = host.querySelector(".gv-stage");
      const view = new View(stage, graph, { renderer: "raster", only: new Set([node, ...near]), labels: 1.6 });
      const area = stage.querySelector(".gv-focus"), at = event => { const box = placeOf(area); return view.pick(event.clientX - box.x, event.clientY - box.y, 10); };
      view.selected = node;
      attr(area, "role", "img");
      attr(area, "aria-label", graph.meta.words.neighbourhood.replace("{a}", near.length).replace("{b}", graph.titleOf(node)));
      on(area, "pointermove", event => { const i = at(event); view.set("hover", i === node ? -1 : i); area.style.cursor = i >= 0 ? "pointer" : ""; });
      on(area, "pointerleave", () => view.set("hover", -1));
      on(area, "click", event => { const i = at(event); location.href = i >= 0 && i !== node ? graph.href(i) : `${base}graph.html?page=${encodeURIComponent(graph.addresses[node])}`; });
      return view;
    };
    if (graph && graph.named) start(); else waiting.push(start);
  },
  // For who measures and tests: what is drawn, and the means to move it.
  probe() {
    const { view } = page;
    return {
      camera: () => [view.cx, view.cy, view.k / view.fitK], "spot": i => [view.sx(i), view.sy(i), view.radius(i)], state: () => [view.hover, view.focus, view.selected],
      "drawn": () => { const { nodes, edges } = view.renderer.drawn; return [nodes, edges]; }, pick: (x, y) => view.pick(x, y), pan: (x, y) => view.panBy(x, y), zoom: (factor, x, y) => view.zoomAt(factor, x, y),
      texts: () => view.overlay.names, "boxes": () => view.overlay.boxes, times: view.times, "still": () => !view.frame, index: address => graph.addresses.indexOf(address),
    };
  },
};
