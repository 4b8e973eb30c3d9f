// Measures how the graph moves on the device that opens this page, by the intervals between frames, and exports what was seen as one file.
(function () {
  "use strict";
  var panel = document.querySelector(".gv-bench"), stage = document.querySelector(".gv-focus"), probe = synapseGraph.probe();
  var say = function (text) { panel.querySelector("[data-bench-say]").textContent = text; };
  var button = function (name) { return panel.querySelector("[data-bench=" + name + "]"); };
  var frame = function () { return new Promise(requestAnimationFrame); };
  var runs = [], SCRIPTED_MS = 4000, HAND_MS = 12000;

  function quantile(values, part) {
    var sorted = values.slice().sort(function (a, b) { return a - b; });
    return sorted.length ? Math.round(100 * sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]) / 100 : null;
  }

  // Frames that a display of so many a second would have shown in vain.
  function missed(gaps, rate) {
    return gaps.reduce(function (sum, gap) { return sum + Math.max(0, Math.round(gap * rate / 1000) - 1); }, 0);
  }

  // Notes intervals, script time and, where there is input, how long it took from the event to the end of the frame that shows it.
  async function record(motion, time, move) {
    var gaps = [], scripts = [], delays = [], pending = 0, stop = false;
    var note = function (event) { if (!pending) pending = event.timeStamp; };
    ["pointermove", "wheel"].forEach(function (name) { stage.addEventListener(name, note, { passive: true }); });
    var begin = await frame(), last = begin;
    while (!stop) {
      if (move) move(last - begin, time);
      var now = await frame(), since = pending;
      gaps.push(now - last);
      scripts.push(probe.times.script);
      if (since) {
        pending = 0;
        setTimeout(function (start) { delays.push(performance.now() - start); }, 0, since);
      }
      last = now;
      stop = now - begin > time;
    }
    ["pointermove", "wheel"].forEach(function (name) { stage.removeEventListener(name, note); });
    return {
      renderer: document.getElementById("syn-graph").dataset.renderer, motion: motion, seconds: Math.round(time / 1000), frames: gaps.length,
      frame_ms: { p50: quantile(gaps, .5), p95: quantile(gaps, .95) }, script_ms: { p50: quantile(scripts, .5), p95: quantile(scripts, .95) },
      missed: { at_60_hz: missed(gaps, 60), at_120_hz: missed(gaps, 120) }, input_to_frame_ms: delays.length ? { p50: quantile(delays, .5), p95: quantile(delays, .95), events: delays.length } : null,
    };
  }

  // The same gestures as a hand makes, sent as events, so that the way from input to frame is measured too.
  function pointer(name, id, x, y, kind) {
    stage.dispatchEvent(new PointerEvent(name, { pointerId: id, pointerType: kind, clientX: x, clientY: y, isPrimary: id === 1, bubbles: true, buttons: 1 }));
  }
  function panAlong(middle) {
    var down = false;
    return function (at, time) {
      var x = middle.x + 160 * Math.sin(at / 420), y = middle.y + 90 * Math.sin(at / 290);
      pointer(down ? "pointermove" : "pointerdown", 1, x, y, "touch");
      down = true;
      if (at > time - 40) pointer("pointerup", 1, x, y, "touch");
    };
  }
  function pinchAlong(middle) {
    var down = false;
    return function (at, time) {
      var reach = 90 + 60 * Math.sin(at / 500);
      [1, 2].forEach(function (id) {
        var x = middle.x + (id === 1 ? -reach : reach);
        pointer(down ? "pointermove" : "pointerdown", id, x, middle.y, "touch");
        if (at > time - 40) pointer("pointerup", id, x, middle.y, "touch");
      });
      down = true;
    };
  }
  function middle() {
    var box = stage.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  function use(kind) {
    var choice = document.querySelector("[data-set=renderer]");
    choice.value = kind;
    choice.dispatchEvent(new Event("input", { bubbles: true }));
    return document.getElementById("syn-graph").dataset.renderer === kind;
  }

  function show(run) {
    runs.push(run);
    panel.querySelector(".table-scroll").hidden = false;
    var row = document.createElement("tr");
    [run.renderer, run.motion, run.frame_ms.p50, run.frame_ms.p95, run.missed.at_60_hz, run.missed.at_120_hz].forEach(function (value) {
      var cell = document.createElement("td");
      cell.textContent = value;
      row.append(cell);
    });
    panel.querySelector("tbody").append(row);
    button("export").disabled = false;
  }

  // How long it takes to find what lies under a point, in µs.
  function pickTime() {
    var box = stage.getBoundingClientRect(), begin = performance.now();
    for (var n = 0; n < 2000; n++) probe.pick((n * 7919) % box.width, (n * 104729) % box.height);
    return Math.round((performance.now() - begin) / 2000 * 1e5) / 100;
  }

  // Pointer capture knows only real pointers; for the sent ones it is passed over.
  async function scripted(time) {
    var capture = stage.setPointerCapture;
    stage.setPointerCapture = function () {};
    try {
      for (var kind of ["webgl2", "raster"]) {
        if (!use(kind)) continue;
        for (var [motion, along] of [["pan", panAlong], ["pinch", pinchAlong]]) {
          say(kind + ", " + motion);
          await frame();
          show(await record("scripted " + motion, time, along(middle())));
        }
      }
    } finally {
      stage.setPointerCapture = capture;
      use("");
    }
  }

  function gpu() {
    var gl = document.createElement("canvas").getContext("webgl2");
    if (!gl) return null;
    var info = gl.getExtension("WEBGL_debug_renderer_info");
    return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  }

  function evidence() {
    var drawn = probe.drawn(), memory = performance.memory;
    return {
      decision: "graph-renderer", format: 1, when: new Date().toISOString().replace(/\.\d+/, ""), title: document.title,
      device: {
        user_agent: navigator.userAgent, platform: navigator.platform, cores: navigator.hardwareConcurrency || null, memory_gb: navigator.deviceMemory || null,
        touch_points: navigator.maxTouchPoints, screen: [screen.width, screen.height], window: [innerWidth, innerHeight], pixel_ratio: devicePixelRatio, gpu: gpu(),
      },
      graph: { nodes: drawn[0], edges: drawn[1] }, decode_ms: probe.times.decode, first_frame_ms: probe.times.first - probe.times.begin, pick_us: pickTime(),
      heap_mb: memory ? Math.round(memory.usedJSHeapSize / 1e5) / 10 : null, runs: runs,
    };
  }

  panel.addEventListener("click", async function (event) {
    var name = event.target.closest("button") && event.target.closest("button").dataset.bench;
    if (name === "scripted" || name === "hand") {
      button("scripted").disabled = button("hand").disabled = true;
      panel.classList.add("gv-measuring");
      if (name === "scripted") await scripted(SCRIPTED_MS);
      else { say("…"); show(await record("by hand", HAND_MS)); }
      panel.classList.remove("gv-measuring");
      button("scripted").disabled = button("hand").disabled = false;
      say("");
    } else if (name === "export") {
      var link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(evidence(), null, 1) + "\n"], { type: "application/json" }));
      link.download = "graph-renderer-evidence.json";
      link.click();
    }
  });
  window.graphBench = { evidence: evidence, scripted: scripted };
})();
