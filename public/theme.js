// Runs before the first paint: the theme that the reader chose, or none, and then the system's counts. And the fonts are asked for, as far
// as a browser lets a script do that: not from a folder.
(function (root) {
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("synapse-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (_) {}
  var script = document.currentScript;
  if (location.protocol !== "file:") (script.dataset.fonts || "").split(" ").forEach(function (name) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = "font";
    link.crossOrigin = "";
    link.href = new URL(name, script.src).href;
    document.head.append(link);
  });
})(document.documentElement);
