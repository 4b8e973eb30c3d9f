// What a reader gets beyond HTML and CSS. Every page is whole without it. Over 300 lines because every page loads it as one file.
(function () {
  "use strict";
  var root = document.documentElement;
  var all = function (selector, within) { return Array.from((within || document).querySelectorAll(selector)); };
  var one = function (selector) { return document.querySelector(selector); };
  var make = function (name) { return document.createElement(name); };
  var brand = one(".brand");
  var base = brand ? brand.getAttribute("href").replace(/index\.html$/, "") : "";
  root.classList.add("js");
  function load(source, then) {
    var script = make("script");
    script.src = source;
    script.onload = then;
    document.head.append(script);
    return script;
  }

  // A folder has no origin that a manifest could belong to.
  if (location.protocol !== "file:") {
    var manifest = make("link");
    manifest.rel = "manifest";
    manifest.href = base + "site.webmanifest";
    document.head.append(manifest);
  }

  // Part of an earlier night: the rest is in the script of those.
  if (/[?&]night=\d/.test(location.search) && !one('script[src$="assets/history.js"]')) load(base + "assets/history.js");

  // The rail's tree: a branch for each entry that holds pages.
  all(".rail .nav a").forEach(function (link) {
    var key = link.getAttribute("href").slice(base.length);
    if (!/^(wiki|(types|domains)\/.*)\.html$/.test(key)) return;
    var button = make("button"), chevron = make("i");
    button.className = "icon-button";
    button.type = "button";
    button.setAttribute("aria-label", link.querySelector("span").textContent);
    button.setAttribute("aria-expanded", "false");
    chevron.className = "g g-chevron";
    button.append(chevron);
    button.addEventListener("click", function () {
      function toggle() { synapseNav.toggle(button, base, key); }
      if (window.synapseNav) toggle(); else load(base + "assets/nav.js", toggle);
    });
    link.after(button);
  });

  // Theme: the system's until the reader chooses; the choice is kept by the browser.
  var key = "synapse-theme";
  var systemDark = matchMedia("(prefers-color-scheme: dark)");
  function chosen() { return root.dataset.theme || "system"; }
  function isDark() { return chosen() === "system" ? systemDark.matches : chosen() === "dark"; }
  function showTheme() {
    all("[data-theme-toggle]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(isDark()));
      var sign = button.querySelector("i");
      if (sign) sign.className = "g g-" + (isDark() ? "sun" : "moon");
    });
    all("[data-theme-set]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(button.dataset.themeSet === chosen()));
    });
    var ground = getComputedStyle(root).backgroundColor;
    all('meta[name="theme-color"]').forEach(function (meta) { meta.content = ground; });
  }
  function setTheme(theme) {
    if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
    try { if (theme === "system") localStorage.removeItem(key); else localStorage.setItem(key, theme); } catch (_) {}
    showTheme();
  }
  var isPinned = !one("[data-theme-toggle]");
  function toggleTheme() { if (!isPinned) setTheme(isDark() ? "light" : "dark"); }
  if (!isPinned) {
    showTheme();
    systemDark.addEventListener("change", showTheme);
    addEventListener("storage", function (event) { if (event.key === key) setTheme(event.newValue || "system"); });
  }

  // The bar shows the title once the large one has gone under it.
  var title = one("h1");
  if (title && "IntersectionObserver" in window) {
    new IntersectionObserver(function (entries) {
      root.classList.toggle("past-title", entries[0].boundingClientRect.bottom < 60);
    }, { rootMargin: "-56px 0px 0px" }).observe(title);
  }
  var top = null;
  function onScroll() {
    root.classList.toggle("scrolled", scrollY > 8);
    if (scrollY > innerHeight * 2 && !top) {
      top = make("a");
      top.className = "icon-button top";
      top.href = "#syn-main";
      top.innerHTML = '<i class="g g-arrow-up"></i>';
      top.setAttribute("aria-label", label("top"));
      top.addEventListener("click", function (event) { event.preventDefault(); scrollTo(0, 0); });
      one("main").append(top);
    }
    if (top) top.hidden = scrollY < innerHeight;
  }
  addEventListener("scroll", onScroll, { passive: true });

  // Words of this script come with the page.
  var foot = one(".foot");
  function label(name) { return foot && foot.dataset[name] || name; }
  onScroll();

  // Contents: the section that is being read is marked; the sheet closes behind the reader.
  var contents = one("#syn-contents");
  if (contents) {
    var links = all("a", contents);
    var targets = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))); });
    var markSection = function () {
      var current = -1;
      targets.forEach(function (target, index) { if (target && target.getBoundingClientRect().top < 120) current = index; });
      links.forEach(function (link, index) {
        if (index === current) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
      });
    };
    addEventListener("scroll", markSection, { passive: true });
    markSection();
    contents.addEventListener("click", function (event) {
      if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
    });
  }

  // Order of a list: by title, day or figure; else as it came, under its letters.
  all("[data-sort]").forEach(function (choice) {
    var list = document.getElementById(choice.dataset.sort);
    var rows = all("li", list).map(function (item) { return [item, item.parentNode]; });
    function title(item) { return item.querySelector(".row-title").textContent; }
    choice.addEventListener("change", function () {
      var key = choice.value, first = rows[0][1];
      rows.forEach(function (row) { row[1].append(row[0]); });
      if (key) rows.map(function (row) { return row[0]; }).sort(function (a, b) {
        if (key === "t") return title(a).localeCompare(title(b));
        return key === "n" ? b.dataset.n - a.dataset.n : (b.dataset.d || "").localeCompare(a.dataset.d || "");
      }).forEach(function (item) { first.append(item); });
      var letter = list.querySelector("h2");
      if (letter) letter.hidden = key !== "";
      showParts(list);
    });
  });
  function showParts(list) {
    Array.from(list.children).forEach(function (part) { part.hidden = !part.querySelector("li:not([hidden])"); });
  }

  // Filter of a list: every word must be in the row.
  all("[data-filter]").forEach(function (input) {
    var list = document.getElementById(input.dataset.filter);
    var count = one("[data-filter-count]");
    var plain = function (text) { return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); };
    var rows = null;
    input.addEventListener("input", function () {
      rows = rows || all("li", list).map(function (item) { return [item, plain(item.textContent)]; });
      var wanted = plain(input.value).split(/\s+/).filter(Boolean);
      var shown = 0;
      rows.forEach(function (row) {
        var fits = wanted.every(function (word) { return row[1].includes(word); });
        row[0].hidden = !fits;
        if (fits) shown += 1;
      });
      showParts(list);
      if (!count) return;
      count.textContent = wanted.length ? String(shown) : "";
      // The list goes on on other pages; the search knows all of them.
      if (wanted.length && searchLink && one(".parts")) {
        var more = make("a");
        more.href = searchLink.href + "?q=" + encodeURIComponent(input.value);
        more.textContent = searchLink.getAttribute("aria-label");
        count.append(" \u00b7 ", more);
      }
    });
  });

  // Code can be copied, pictures enlarged.
  all(".prose pre").forEach(function (block) {
    if (!navigator.clipboard) return;
    var button = make("button");
    button.type = "button";
    button.className = "icon-button copy";
    button.innerHTML = '<i class="g g-copy"></i>';
    button.setAttribute("aria-label", label("copy"));
    button.addEventListener("click", function () {
      var code = block.querySelector("code") || block;
      navigator.clipboard.writeText(code.textContent).then(function () {
        button.classList.add("done");
        button.setAttribute("aria-label", label("copied"));
        button.firstChild.className = "g g-check";
        setTimeout(function () {
          button.classList.remove("done");
          button.setAttribute("aria-label", label("copy"));
          button.firstChild.className = "g g-copy";
        }, 1600);
      }, function () {});
    });
    block.append(button);
  });
  function dialog(kind, content) {
    var box = make("dialog");
    box.className = kind;
    box.append(content);
    box.addEventListener("click", function (event) { if (event.target === box || kind === "lightbox") box.close(); });
    box.addEventListener("close", function () { box.remove(); });
    document.body.append(box);
    box.showModal();
    return box;
  }
  all(".prose img").forEach(function (image) {
    if (image.closest("a")) return;
    image.classList.add("zoom");
    image.addEventListener("click", function () {
      var large = image.cloneNode();
      large.className = "";
      dialog("lightbox", large).setAttribute("aria-label", image.alt || label("close"));
    });
  });

  // Previews: the head and the first lines of a page, or a footnote, beside the link that is pointed at or focused.
  var preview = null;
  var previewTimer = 0;
  var previewed = {};
  var previewScroll = 0;
  function hidePreview() {
    clearTimeout(previewTimer);
    if (preview) preview.remove();
    preview = null;
  }
  function showPreview(link, parts) {
    hidePreview();
    if (!parts.length) return;
    preview = make("dialog");
    preview.className = "help beside";
    preview.setAttribute("aria-label", link.textContent);
    // Not by show(), which would take the focus away from the link.
    preview.setAttribute("open", "");
    parts.forEach(function (part) { preview.append(part.cloneNode(true)); });
    preview.addEventListener("pointerenter", function () { clearTimeout(previewTimer); });
    preview.addEventListener("pointerleave", hidePreview);
    Object.assign(preview.style, { position: "fixed", margin: 0, zIndex: 5, maxWidth: "min(24rem, 100vw - 1rem)", maxHeight: "45vh", overflow: "auto" });
    document.body.append(preview);
    previewScroll = scrollY;
    var line = link.getClientRects()[0] || link.getBoundingClientRect();
    var below = line.bottom + 6 + preview.offsetHeight < innerHeight;
    preview.style.left = Math.max(8, Math.min(line.left, innerWidth - preview.offsetWidth - 8)) + "px";
    preview.style.top = Math.max(8, below ? line.bottom + 6 : line.top - preview.offsetHeight - 6) + "px";
  }
  function part(name, style, text) {
    var element = make(name);
    element.className = style;
    element.textContent = text;
    element.dir = "auto";
    return element;
  }
  function partsOf(page) {
    var chip = page.querySelector(".page-head .chip");
    var first = page.querySelector(".prose > p, .prose li");
    var title = page.querySelector("h1");
    if (!chip || !title) return [];
    return [part("span", chip.className, chip.textContent), part("h2", "", title.textContent)]
      .concat(first ? part("p", "lede", first.textContent.slice(0, 280)) : []);
  }
  function preparePreview(link) {
    var note = link.closest(".footnote-ref") && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (note) {
      note = note.cloneNode(true);
      all("[id]", note).forEach(function (element) { element.removeAttribute("id"); });
      all(".footnote-back", note).forEach(function (element) { element.remove(); });
      return Promise.resolve(Array.from(note.childNodes));
    }
    var address = link.href.split("#")[0];
    // A script may not read files of a folder.
    if (location.protocol === "file:" || address === location.href.split("#")[0]) return Promise.resolve([]);
    previewed[address] = previewed[address] || fetch(address).then(function (answer) { return answer.ok ? answer.text() : ""; }).then(function (text) {
      return partsOf(new DOMParser().parseFromString(text, "text/html"));
    }).catch(function () { return []; });
    return previewed[address];
  }
  function wantsPreview(event) {
    var link = event.target.closest && event.target.closest(".prose a.link, .footnote-ref a");
    if (!link || preview && preview.contains(link) || event.pointerType === "touch") return;
    if (event.type === "focusin" && !link.matches(":focus-visible")) return;
    clearTimeout(previewTimer);
    previewTimer = setTimeout(function () {
      preparePreview(link).then(function (parts) { if (link.matches(":hover, :focus")) showPreview(link, parts); });
    }, 250);
  }
  document.addEventListener("pointerover", wantsPreview);
  document.addEventListener("focusin", wantsPreview);
  document.addEventListener("focusout", hidePreview);
  document.addEventListener("pointerout", function (event) {
    if (!event.target.closest || !event.target.closest("a")) return;
    clearTimeout(previewTimer);
    previewTimer = setTimeout(hidePreview, 200);
  });
  addEventListener("scroll", function () { if (preview && Math.abs(scrollY - previewScroll) > 60) hidePreview(); }, { passive: true });

  // Search: its script comes when it is asked for.
  var searchLink = one("a.search-button");
  function openSearch() {
    if (window.SynapseSearch) return window.SynapseSearch.open();
    load(searchLink.dataset.search, openSearch).onerror = function () { location.href = searchLink.href; };
  }

  // Keys: t theme; g then h, w, g, s a place; / or Ctrl-K the search; ? this list.
  var places = { h: "index.html", w: "wiki.html", g: "graph.html", s: "sources.html" };
  var waiting = 0;
  function help() {
    if (one("dialog.help")) return;
    var content = make("div");
    var heading = make("h2");
    heading.textContent = label("keys");
    var list = make("dl");
    [["/", searchLink && searchLink.getAttribute("aria-label")], ["t", isPinned ? null : one("[data-theme-toggle]").getAttribute("aria-label")]]
      .concat(Object.keys(places).map(function (letter) {
        var link = one('.nav a[href="' + base + places[letter] + '"] span');
        return ["g " + letter, link && link.textContent];
      }))
      .concat([["?", label("keys")]])
      .forEach(function (entry) {
        if (!entry[1]) return;
        var name = make("dt");
        entry[0].split(" ").forEach(function (letter) {
          var sign = make("kbd");
          sign.textContent = letter;
          name.append(sign, " ");
        });
        var text = make("dd");
        text.textContent = entry[1];
        list.append(name, text);
      });
    content.append(heading, list);
    dialog("help", content).setAttribute("aria-label", label("keys"));
  }
  addEventListener("keydown", function (event) {
    var target = event.target;
    if (event.key === "Escape") hidePreview();
    if (searchLink && (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return openSearch();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (event.key === "t") toggleTheme();
    else if (event.key === "?") help();
    else if (event.key === "/" && searchLink) {
      event.preventDefault();
      openSearch();
    } else if (Date.now() - waiting < 1200 && places[event.key]) location.href = base + places[event.key];
    waiting = event.key === "g" && Date.now() - waiting >= 1200 ? Date.now() : 0;
  });

  if (searchLink) searchLink.addEventListener("click", function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSearch();
  });
  document.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    if ("themeToggle" in button.dataset) toggleTheme();
    else if (button.dataset.themeSet) setTheme(button.dataset.themeSet);
  });
})();
