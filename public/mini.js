// The neighbourhood of a page: the graph's scripts are fetched when the place for it is about to be seen.
(function () {
  "use strict";
  const host = document.querySelector(".mini"), assets = document.currentScript.src.replace(/mini\.js.*/, "");

  function load(names) {
    if (!names.length) { synapseGraph.mini(host); return; }
    const script = document.createElement("script");
    script.src = assets + names.shift();
    script.onload = () => load(names);
    document.head.append(script);
  }

  if (host && window.IntersectionObserver) {
    host.innerHTML = '<div class="gv-stage"><canvas class="gv-over"></canvas><a class="gv-focus"></a></div>';
    // The site's style sheet keeps the place only; the rest is set here, so that pages that are never looked at so far pay nothing for it.
    host.style.cssText = "position:relative;margin-bottom:1.5rem";
    for (const part of host.querySelectorAll("*")) part.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    new IntersectionObserver((entries, observer) => {
      if (!entries[0].isIntersecting) return;
      observer.disconnect();
      (window.requestIdleCallback || setTimeout)(() => load(["graph.js", "graph-data.js", "graph-titles.js"]));
    }).observe(host);
  }
})();
