// Runs before the first paint: the theme that the reader chose, or none, and then the system's counts.
(function (root) {
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("synapse-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (_) {}
})(document.documentElement);
