// The graph page: panel, search, filters, legend, card, table, what is said aloud, and the state in the address; over 300 lines because all of it
// is about one page and its one state.
class Page {
  constructor(root, graph) {
    give(this, { root, graph, words: graph.meta.words, sort: "degree", rows: 200, at: -1, hits: [] });
    this.one = name => root.querySelector(name);
    this.all = name => [...root.querySelectorAll(name)];
    this.query = new URLSearchParams(location.search);
    this.kept = this.query.get("renderer") || "";
    const view = this.view = new View(this.one(".gv-stage"), graph, {
      inset: () => this.inset(), cover: () => this.cover(), renderer: this.kept, onPick: i => this.pick(i),
      onChange: what => this.view && this.changed(what), onFirst: () => root.classList.add("gv-ready"),
      onRenderer: ({ isLive, kind }) => { root.classList.toggle("gv-static", !isLive); attr(root, "data-renderer", kind); },
    });
    new Input(view, this.one(".gv-focus"));
    this.counts = {};
    for (const facet of FACETS) {
      const counts = this.counts[facet] = new Longs(graph.entries(facet).length);
      for (const place of graph[facet]) counts[place]++;
    }
    this.read();
    this.listen();
    view.refilter();
  }

  say(words) { this.one("[data-say]").textContent = words; }
  fill(name, ...values) { return this.words[name].replace(/\{(.)\}/g, (_, key) => count(values[key.charCodeAt(0) - 97])); }
  linkText(i) { return this.graph.degree[i] === 1 ? this.words.link : this.fill("links", this.graph.degree[i]); }
  typeOf(i) { return this.graph.meta.types[this.graph.type[i]]; }
  described(i) { const type = this.typeOf(i); return [this.graph.titleOf(i), type && type.singular, this.linkText(i)].filter(Boolean).join(", "); }

  // How much of the stage the cards take from each side.
  inset() {
    const { w, h, selected } = this.view || { w: innerWidth, h: innerHeight, selected: -1 }, isChosen = selected >= 0;
    return w < 720 ? [76, 28, isChosen ? h * .52 : 124, 28] : [84, isChosen ? 350 : 76, 48, w > 1000 ? 250 : 76];
  }

  // What floats on the stage, as boxes that names keep clear of; measured again after a change.
  cover() {
    if (!this.covers) {
      const { x, y } = placeOf(this.root);
      this.covers = this.all(".gv-box").map(placeOf).map(({ x: left, y: top, width, height }) => ({ x: left - x, y: top - y, width, height, rim: 5, size: 1e9 }));
    }
    return [...this.covers];
  }

  // The choices, as they stand in the address

  read() {
    const { query, view, graph } = this, { choice } = view;
    for (const facet of FACETS) graph.entries(facet).forEach(({ id }, place) => query.getAll("no-" + facet).includes(id) && choice.off[facet].add(place));
    choice.least = min(1, max(0, query.get("weight") / 100 || 0));
    choice.orphans = query.get("orphans") !== "no";
    choice.weak = query.get("weak") === "yes";
    if (query.get("color") === "community" && graph.meta.communities.length) view.colorBy = "community";
    const [cx, cy, k] = (query.get("at") || "").split(",").map(Number);
    if (k > 0 && isFinite(cx + cy + k)) give(view, { cx, cy, k: view.clampK(k * view.fitK), isFitted: false });
    view.recolor();
    if (query.get("view") === "table") this.showTable(true);
  }

  write() {
    const { view, graph, query: old } = this, { choice } = view, query = this.query = new URLSearchParams(), put = (name, value) => value && query.append(name, value);
    put("page", graph.addresses ? graph.addresses[view.selected] : old.get("page"));
    put("color", view.colorBy !== "type" && view.colorBy);
    for (const facet of FACETS) for (const place of choice.off[facet]) query.append("no-" + facet, graph.entries(facet)[place].id);
    put("weight", round(choice.least * 100));
    put("orphans", !choice.orphans && "no");
    put("weak", choice.weak && "yes");
    put("view", this.isTable && "table");
    put("renderer", this.kept);
    put("at", !view.isFitted && [view.cx, view.cy, view.k / view.fitK].map(value => +value.toPrecision(5)).join());
    history.replaceState(null, "", String(query) ? "?" + query : location.pathname);
  }

  changed(what) {
    const { view, root, graph } = this, { choice } = view;
    if (what !== "rest") this.covers = null;
    if (what === "filter") {
      const { nodes, edges } = view.renderer.drawn;
      this.one(".gv-count").textContent = this.fill("shown", choice.shownCount, graph.n, choice.edges.length, graph.m);
      attr(this.one(".gv-count"), "title", !choice.weak && graph.cut ? this.words.fewer : "");
      attr(root, "data-nodes", nodes);
      attr(root, "data-edges", edges);
      for (const list of this.all("[data-of]")) this.list(list, list.dataset.of);
      this.list(this.one("[data-legend]"), view.colorBy);
      for (const button of this.all("[data-by]")) attr(button, "aria-pressed", button.dataset.by === view.colorBy);
      for (const input of this.all("[data-set]")) {
        const { set } = input.dataset;
        if (set === "weight") input.value = round(choice.least * 100); else if (set === "renderer") input.value = this.kept; else input.checked = choice[set] || (set === "weak" && !graph.cut);
      }
      this.one(".gv-range b").textContent = choice.least ? (choice.least * graph.heaviest).toFixed(1) : "";
      this.one("[data-set=weak]").disabled = !graph.cut;
      if (this.isTable) this.table();
    }
    if (what === "selected") { this.card(); this.write(); }
    clearTimeout(this.later);
    this.later = setTimeout(() => this.write(), what === "rest" ? 250 : 0);
  }

  // One facet as a list of switches, in the filters and in the legend.
  list(list, facet) {
    const { graph } = this, off = this.view.choice.off[facet], counts = this.counts[facet];
    if (list.dataset.made !== facet) {
      list.dataset.made = facet;
      const order = [...counts.keys()].filter(place => counts[place]);
      if (facet !== "type") order.sort((a, b) => counts[b] - counts[a] || a - b);
      list.replaceChildren(...order.map(place => {
        const entry = graph.entries(facet)[place], button = entryButton(() => this.toggle(facet, place), sign(entry), text(entry.name), el("b", {}, count(counts[place])));
        button.dataset.at = place;
        return el("li", {}, button);
      }));
    }
    for (const button of list.querySelectorAll("button")) attr(button, "aria-pressed", !off.has(+button.dataset.at));
  }

  toggle(facet, place) {
    const off = this.view.choice.off[facet];
    if (!off.delete(place)) off.add(place);
    this.view.refilter();
    this.say(this.one(".gv-count").textContent);
  }

  // Selection

  pick(i) {
    const { view } = this;
    view.set("selected", i);
    if (i >= 0) this.at = view.choice.nodes.indexOf(i);
    else view.set("focus", -1);
    this.say(i < 0 ? this.words.faded : this.described(i));
  }

  // The nth page by rank gets the focus. The list of ranks is one tab stop: three entries stand for all, the middle one is meant.
  stepTo(to) {
    const { view, graph } = this, { nodes } = view.choice, list = this.one(".gv-rank ul");
    if (!nodes.length) return;
    const at = this.at = max(0, min(nodes.length - 1, to)), i = nodes[at], x = view.sx(i), y = view.sy(i), [top, right, bottom, left] = this.inset();
    view.set("focus", i);
    if (x < left || y < top || x > view.w - right || y > view.h - bottom) view.flyTo(i, view.k);
    this.say(this.described(i) + ", " + this.fill("rank", at + 1, nodes.length));
    list.replaceChildren(...[at - 1, at, at + 1].filter(place => nodes[place] >= 0).map(place => el("li", {
      id: "gv-rank-" + place, dir: "auto", role: "option", "aria-posinset": place + 1, "aria-setsize": nodes.length, "aria-selected": place === at,
    }, graph.titleOf(nodes[place]))));
    attr(list, "aria-activedescendant", "gv-rank-" + at);
  }

  card() {
    const { view, graph } = this, i = view.selected, card = this.one(".gv-card"), part = name => card.querySelector(name), isChosen = i >= 0;
    card.hidden = !isChosen;
    this.root.classList.toggle("gv-chosen", isChosen);
    if (!isChosen) return;
    const type = this.typeOf(i), community = graph.meta.communities[graph.community[i]], domain = graph.meta.domains[graph.domain[i]];
    const chip = (entry, name) => entry && el("span", { class: "chip " + (entry.glyph ? entry.color : "") }, sign(entry), text(name));
    const isNew = community && !(domain && domain.name === community.name);
    part(".chips").replaceChildren(...[chip(type, type && type.singular), chip(domain, domain && domain.name), isNew && chip(community, community.name)].filter(Boolean));
    part("h2").textContent = graph.titleOf(i);
    part(".gv-facts").textContent = this.linkText(i);
    const near = graph.neighbours(i, view.choice.open);
    part("h3").hidden = !near.length;
    part(".gv-near").replaceChildren(...near.slice(0, view.w < 720 ? 4 : 8).map(([j, e]) => {
      const bar = el("meter", { "aria-hidden": true, value: graph.weight[e] / graph.weight[near[0][1]] || 0 });
      const button = entryButton(() => { this.pick(j); view.flyTo(j); }, sign(this.typeOf(j)), text(graph.titleOf(j)), bar);
      on(button, "pointerenter", () => view.set("hover", j));
      on(button, "pointerleave", () => view.set("hover", -1));
      return el("li", {}, button);
    }));
    part(".button").href = graph.href(i);
  }

  // Search

  search() {
    const { graph } = this, input = this.one("#gv-search"), wanted = plain(input.value).split(/\s+/).filter(Boolean), found = [];
    if (wanted.length && graph.named) {
      this.folded = this.folded || graph.named.map(plain);
      for (const i of graph.ranked) {
        const title = this.folded[i];
        if (wanted.every(word => title.includes(word))) found.push([title === wanted.join(" ") ? 0 : title.startsWith(wanted[0]) ? 1 : (" " + title).includes(" " + wanted[0]) ? 2 : 3, i]);
      }
    }
    this.hits = found.sort((a, b) => a[0] - b[0]).slice(0, 8).map(([, i]) => i);
    const items = this.hits.map((i, at) => {
      const item = el("li", { class: "gv-entry", id: "gv-hit-" + at, role: "option" }, sign(this.typeOf(i)), text(graph.titleOf(i)), el("b", {}, count(graph.degree[i])));
      on(item, "pointerdown", event => { event.preventDefault(); this.choose(i); });
      return item;
    });
    this.one("#gv-found").replaceChildren(...items.length || !wanted.length ? items : [el("li", { class: "gv-entry", role: "option" }, this.words.none)]);
    this.markHit(0, wanted.length > 0);
  }

  markHit(at, isOpen) {
    const input = this.one("#gv-search"), list = this.one("#gv-found");
    this.mark = at;
    list.hidden = !isOpen;
    attr(input, "aria-expanded", isOpen);
    [...list.children].forEach((item, place) => attr(item, "aria-selected", place === at));
    attr(input, "aria-activedescendant", isOpen && this.hits.length ? "gv-hit-" + at : "");
  }

  choose(i) {
    const { view, graph } = this, { choice } = view;
    this.markHit(0, false);
    this.one("#gv-search").value = graph.titleOf(i);
    if (this.isTable) this.showTable(false);
    // A page that the filters hide is found all the same: they give way.
    if (!choice.shown[i]) { for (const facet of FACETS) choice.off[facet].delete(graph[facet][i]); choice.orphans = true; view.refilter(); }
    this.pick(i);
    view.flyTo(i);
  }

  // Table

  showTable(is) {
    this.isTable = is;
    doc.documentElement.classList.toggle("gv-as-table", is);
    this.one(".gv-table").hidden = !is;
    for (const button of this.all("[data-as]")) attr(button, "aria-pressed", (button.dataset.as === "table") === is);
    this.changed("filter");
  }

  table() {
    const { graph, view, sort, one } = this, { compare } = new Intl.Collator(lang, { numeric: true }), way = this.isUp ? 1 : -1, body = one("tbody");
    if (!graph.named) return;
    const name = (facet, i) => (graph.entries(facet)[graph[facet][i]] || {}).name || "", key = i => sort === "title" ? graph.named[i] : name(sort, i);
    const sorted = [...graph.ranked].filter(i => view.choice.shown[i]).sort((a, b) => way * (sort === "degree" ? graph.degree[a] - graph.degree[b] : compare(key(a), key(b))));
    body.replaceChildren(...sorted.slice(0, this.rows).map(i => {
      const type = this.typeOf(i), show = el("button", { type: "button", class: "gv-button", "aria-label": `${body.dataset.label}: ${graph.titleOf(i)}`, press: () => this.choose(i) }, el("i", { class: "g g-graph" }));
      return el("tr", {}, el("th", { scope: "row" }, sign(type), el("a", { href: graph.href(i), dir: "auto" }, graph.titleOf(i))),
        text(type ? type.singular : name("type", i), "td"), text(name("domain", i), "td"), text(name("community", i), "td"), text(count(graph.degree[i]), "td"), el("td", {}, show));
    }));
    one("[data-do=more]").hidden = sorted.length <= this.rows;
    for (const head of this.all("[data-sort]")) attr(head.parentElement, "aria-sort", head.dataset.sort !== sort ? "none" : this.isUp ? "ascending" : "descending");
  }

  // What is pressed

  act(name) {
    const { view, root } = this;
    if (name === "in") view.zoomBy(1.6);
    else if (name === "out") view.zoomBy(1 / 1.6);
    else if (name === "fit") view.fit();
    else if (name === "clear") { this.pick(-1); this.one(".gv-focus").focus(); }
    else if (name === "reset") { view.choice.clear(); view.refilter(); }
    else if (name === "more") { this.rows += 500; this.table(); }
    else if (doc.fullscreenElement) doc.exitFullscreen(); else root.requestFullscreen().catch(() => {});
  }

  showFilters(is) {
    const panel = this.one(".gv-filters"), opener = this.one("[data-open]");
    panel.hidden = !is;
    this.root.classList.toggle("gv-filtering", is);
    attr(opener, "aria-expanded", is);
    this.covers = null;
    this.view.touch();
    (is ? panel.querySelector("summary") : opener).focus();
  }

  listen() {
    const { root, view } = this, input = this.one("#gv-search"), list = this.one(".gv-rank ul"), full = this.one("[data-do=full]");
    on(root, "click", event => {
      const button = event.target.closest("button");
      if (!button) return;
      const data = button.dataset;
      if (data.do) this.act(data.do);
      if (data.open) this.showFilters(this.one(".gv-filters").hidden);
      if (data.as) this.showTable(data.as === "table");
      if (data.by) { view.colorBy = data.by; view.recolor(); this.changed("filter"); }
      if (data.sort) { this.isUp = this.sort === data.sort ? !this.isUp : data.sort !== "degree"; this.sort = data.sort; this.table(); }
    });
    on(root, "input", ({ target }) => {
      const { set } = target.dataset, { choice } = view;
      if (!set) return;
      if (set === "renderer") view.useRenderer(this.kept = target.value);
      else if (set === "weight") choice.least = target.value / 100; else choice[set] = target.checked;
      view.refilter();
    });
    full.hidden = !doc.fullscreenEnabled;
    on(doc, "fullscreenchange", () => attr(full, "aria-pressed", !!doc.fullscreenElement));
    on(input, "input", () => this.search());
    on(input, "blur", () => this.markHit(0, false));
    on(input, "keydown", event => {
      const { hits } = this, move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move && hits.length) { event.preventDefault(); this.markHit((this.mark + move + hits.length) % hits.length, true); }
      else if (event.key === "Enter" && hits.length) this.choose(hits[this.mark]);
      else if (event.key === "Escape") { input.value = ""; this.markHit(0, false); }
    });
    on(list, "focus", () => this.stepTo(this.at));
    on(list, "blur", () => view.set("focus", -1));
    on(list, "keydown", event => {
      const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: 1e9 }[event.key];
      if (to !== undefined) this.stepTo(to); else if (event.key === "Enter" || event.key === " ") this.pick(view.focus); else return;
      event.preventDefault();
    });
    on(root, "keydown", event => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (this.one(".gv-filters").hidden) this.pick(-1); else this.showFilters(false);
    });
  }

  // Names have come: what needs them can be shown now.
  named() {
    const { query, graph, view } = this, i = graph.addresses.indexOf(query.get("page"));
    if (i >= 0) { this.pick(i); if (!query.get("at")) view.flyTo(i); }
    if (this.isTable) this.table();
    view.touch();
  }
}
