// Has the browser keep the site. Only where the site was built for it; a folder has no service workers.
(function () {
  "use strict";
  var own = document.currentScript.src;
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  addEventListener("load", function () {
    navigator.serviceWorker.register(new URL("../sw.js", own).href, { updateViaCache: "none" }).catch(function () {});
  });
})();
