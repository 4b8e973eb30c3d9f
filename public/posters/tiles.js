/* Shows a pyramid of tiles: drag, wheel, pinch, keys and buttons. Needs no server: tiles are plain pictures. */
(function () {
  "use strict";
  var map = document.getElementById("map");
  var plane = map.querySelector(".tiles");
  var number = function (name) { return Number(map.dataset[name]); };
  var full = { width: number("width"), height: number("height") };
  var top = number("levels") - 1, tile = number("tile"), overlap = number("overlap");
  var appearances = map.dataset.appearances.split(" ");
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var chosen = null;
  /* Place of the map's upper left corner in the view, and pixels of the view to one of the whole map. */
  var view = { x: 0, y: 0, scale: 1 };
  var shown = new Map(), pointers = new Map(), isAsked = false;

  function appearance() {
    if (appearances.length === 1) return appearances[0];
    return chosen || (dark.matches ? "dark" : "light");
  }

  function whole() {
    var scale = Math.min(map.clientWidth / full.width, map.clientHeight / full.height);
    view = { x: (map.clientWidth - full.width * scale) / 2, y: (map.clientHeight - full.height * scale) / 2, scale: scale };
    ask();
  }

  function zoom(factor, x, y) {
    var least = Math.min(map.clientWidth / full.width, map.clientHeight / full.height, 1) / 2;
    var scale = Math.min(Math.max(view.scale * factor, least), 2);
    var k = scale / view.scale;
    view = { x: x - (x - view.x) * k, y: y - (y - view.y) * k, scale: scale };
    ask();
  }

  function zoomAtMiddle(factor) { zoom(factor, map.clientWidth / 2, map.clientHeight / 2); }

  function move(dx, dy) {
    var room = 80;
    view.x = Math.min(Math.max(view.x + dx, room - full.width * view.scale), map.clientWidth - room);
    view.y = Math.min(Math.max(view.y + dy, room - full.height * view.scale), map.clientHeight - room);
    ask();
  }

  function ask() {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(function () { isAsked = false; draw(); });
  }

  /* The level that is nearest to its own size, and a coarse one below it while its tiles load. */
  function draw() {
    var level = Math.min(top, Math.max(0, Math.round(top + Math.log2(view.scale))));
    var wanted = new Set();
    [Math.max(0, level - 3), level].forEach(function (number) { place(number, wanted); });
    shown.forEach(function (image, key) {
      if (!wanted.has(key)) { image.remove(); shown.delete(key); }
    });
  }

  function place(level, wanted) {
    var reduction = Math.pow(2, top - level);
    var width = Math.ceil(full.width / reduction), height = Math.ceil(full.height / reduction);
    var k = view.scale * reduction, pitch = tile * k;
    var first = function (offset) { return Math.max(0, Math.floor(-offset / pitch)); };
    var last = function (offset, side, size) { return Math.min(Math.ceil(size / tile) - 1, Math.floor((side - offset) / pitch)); };
    for (var row = first(view.y); row <= last(view.y, map.clientHeight, height); row++) {
      for (var column = first(view.x); column <= last(view.x, map.clientWidth, width); column++) {
        var image = picture(level, column, row, wanted);
        var x = view.x + (column * tile - (column > 0 ? overlap : 0)) * k;
        var y = view.y + (row * tile - (row > 0 ? overlap : 0)) * k;
        image.style.transform = "translate(" + x + "px," + y + "px) scale(" + k + ")";
      }
    }
  }

  function picture(level, column, row, wanted) {
    var address = "tiles-" + appearance() + "_files/" + level + "/" + column + "_" + row + ".png";
    wanted.add(address);
    var image = shown.get(address);
    if (!image) {
      image = document.createElement("img");
      image.alt = "";
      image.draggable = false;
      image.style.zIndex = String(level);
      image.src = address;
      shown.set(address, image);
      plane.appendChild(image);
    }
    return image;
  }

  function spot(event) {
    var box = map.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  map.addEventListener("pointerdown", function (event) {
    if (event.target.closest("button")) return;
    map.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, spot(event));
  });
  map.addEventListener("pointermove", function (event) {
    var before = pointers.get(event.pointerId);
    if (!before) return;
    var now = spot(event);
    if (pointers.size === 2) {
      var other = null;
      pointers.forEach(function (point, id) { if (id !== event.pointerId) other = point; });
      var distance = function (p) { return Math.max(1, Math.hypot(p.x - other.x, p.y - other.y)); };
      zoom(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      move((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else {
      move(now.x - before.x, now.y - before.y);
    }
    pointers.set(event.pointerId, now);
  });
  ["pointerup", "pointercancel"].forEach(function (name) {
    map.addEventListener(name, function (event) { pointers.delete(event.pointerId); });
  });
  map.addEventListener("wheel", function (event) {
    event.preventDefault();
    var at = spot(event);
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at.x, at.y);
  }, { passive: false });
  map.addEventListener("dblclick", function (event) {
    var at = spot(event);
    zoom(2, at.x, at.y);
  });
  map.addEventListener("keydown", function (event) {
    var act = {
      ArrowLeft: function () { move(80, 0); }, ArrowRight: function () { move(-80, 0); },
      ArrowUp: function () { move(0, 80); }, ArrowDown: function () { move(0, -80); },
      "+": function () { zoomAtMiddle(1.5); }, "=": function () { zoomAtMiddle(1.5); },
      "-": function () { zoomAtMiddle(1 / 1.5); }, "0": whole
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });

  function press(id, act) {
    var button = document.getElementById(id);
    if (button) button.addEventListener("click", act);
  }
  press("in", function () { zoomAtMiddle(1.5); });
  press("out", function () { zoomAtMiddle(1 / 1.5); });
  press("whole", whole);
  press("theme", function () {
    chosen = appearance() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    ask();
  });
  dark.addEventListener("change", ask);
  new ResizeObserver(ask).observe(map);

  map.hidden = false;
  document.getElementById("picture").hidden = true;
  whole();
})();
