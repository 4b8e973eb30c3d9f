// The neighbourhood of a page: the graph's scripts are fetched when the place for it is about to be seen.
(function () {
  "use strict";
  var host = document.querySelector(".mini"), assets = new URL(".", document.currentScript.src);
  if (!host || !("IntersectionObserver" in window)) return;
  host.innerHTML = '<div class="gv-stage"><canvas class="gv-over"></canvas><a class="gv-focus"></a></div>';
  function load(names) {
    if (!names.length) { window.synapseGraph.mini(host, Number(host.dataset.node)); return; }
    var script = document.createElement("script");
    script.src = new URL(names[0], assets).href;
    script.onload = function () { load(names.slice(1)); };
    document.head.append(script);
  }
  new IntersectionObserver(function (entries, observer) {
    if (!entries.some(function (entry) { return entry.isIntersecting; })) return;
    observer.disconnect();
    (window.requestIdleCallback || setTimeout)(function () { load(["graph.js", "graph-data.js", "graph-titles.js"]); });
  }, { rootMargin: "200px" }).observe(host);
})();
