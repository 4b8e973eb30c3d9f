// Full-text search over assets/search, whose files call SynapseSearch.add; the format: docs/search.md.
// Over 300 lines because it comes as one request, when somebody searches for the first time.
// Terms are byte strings, one character for each byte of UTF-8: they compare as the index is sorted.
(() => {
  "use strict";
  const doc = document, script = doc.currentScript, enc = new TextEncoder(), dec = new TextDecoder();
  const home = new URL("search/index.js", script.src), root = new URL("../../", home);
  const data = {}, asked = {}, by = id => doc.getElementById(id);
  let m, ignored, exchanged, wordForm;

  // Files: each a script that is loaded once.
  const load = (name, path, read) => asked[name] ||= new Promise((done, fail) => {
    const tag = doc.createElement("script");
    tag.src = new URL(path, home);
    tag.onload = () => { tag.remove(); try { done(read(data[name])); } catch (e) { fail(e); } delete data[name]; };
    tag.onerror = () => { tag.remove(); delete asked[name]; fail(Error("cannot load " + tag.src)); };
    doc.head.append(tag);
  });
  // A kind of files has the names of its folders, of eight digits each, in one text. Of texts 64 share one.
  const file = (name, read) => load(name, m.at[name[0]].substr(8 * (name.slice(1) / (name[0] === "t" ? 64 : 1) | 0), 8) + "/" + name + ".js", read);
  const chars = bytes => String.fromCharCode(...bytes), codes = s => Uint8Array.from(s, c => c.charCodeAt());
  const bytesOf = s => chars(enc.encode(s)), textOf = s => dec.decode(codes(s));
  const sums = (steps, sum = 0) => steps.map(n => sum += n), total = list => list.reduce((a, b) => a + b, 0);
  const start = () => load("index", home, index => {
    m = index;
    if (m.version !== 2) throw Error("search index of another version");
    for (const k of ["ordinals", "postings", "texts"]) m[k] = sums(m[k]);
    for (const k of ["lexicon", "backward"]) m[k] = m[k].map(bytesOf);
    const c = m.characters, p = c.paired;
    ignored = RegExp(`[${c.ignored}]`, "gu");
    exchanged = RegExp(`[${Object.keys(c.exchanged).join("")}]`, "gu");
    wordForm = RegExp(`([${p}]+)|[a-z]{1,2}(?:\\+\\+|#)(?![a-z0-9])|(?:(?![${p}])[\\p{L}\\p{N}\\p{M}])+|(?!\ufffd)\\p{So}`, "gu");
  });
  // The last place whose value is not above `value`; 0 at least.
  const place = (list, value) => {
    let low = 0, high = list.length;
    while (high - low > 1) { const i = low + high >> 1; list[i] <= value ? low = i : high = i; }
    return low;
  };

  // Words, as Tokenizer.swift makes them.
  const digit = c => {
    const code = c.codePointAt(), low = code & 15;
    return low > 9 || low > 5 && !/\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low - 6 : low;
  };
  const fold = s => s.normalize("NFKD").replace(ignored, "").normalize("NFC").toLowerCase().replace(ignored, "")
    .replace(exchanged, c => m.characters.exchanged[c]).replace(/(?![0-9])\p{Nd}/gu, digit);
  const cut = s => {
    let end = m.longest;
    while ((s.charCodeAt(end) & 192) === 128) end--;
    return s.slice(0, end);
  };
  const termOf = word => { const t = cut(bytesOf(word)); return t.length > 7 && word.startsWith("ال") ? t.slice(4) : t; };
  // [{ term, start, end, open }] of folded text; open: any term that begins so is meant.
  const words = folded => [...folded.matchAll(wordForm)].flatMap(({ 0: word, 1: run, index: start }) => {
    if (!run) return { term: termOf(word), start, end: start + word.length };
    const signs = [...run];
    return (signs[1] ? signs.slice(1) : [""]).map((next, i) => {
      const both = signs[i] + next, w = { term: bytesOf(both), start, end: start + both.length, open: !next };
      start += signs[i].length;
      return w;
    });
  });

  // Lexicon: { term, band, named, ordinal }.
  const readTerms = text => {
    const bytes = codes(atob(text)), terms = [];
    for (let i = 0, term = ""; i < bytes.length;) {
      const head = bytes[i], rest = bytes[i + 1];
      term = term.slice(0, head & 31) + chars(bytes.subarray(i + 2, i += 2 + (rest & 63)));
      terms.push({ term, band: head >> 5, named: rest >> 6 });
    }
    return terms;
  };
  const shard = async (list, i) => (await file(list[0] + i, readTerms)).map((t, k) => ({ ...t, ordinal: m.ordinals[i] + k }));
  const exact = async term => m.terms && (await shard("lexicon", place(m.lexicon, term))).find(t => t.term === term);
  // Terms that begin so; nothing when they fill more shards than `most`.
  const beginning = async (list, head, most) => {
    const first = place(m[list], head), count = m[list].length && place(m[list], head + "\xff") - first + 1;
    if (count > most) return;
    return (await Promise.all(Array.from({ length: count }, (_, i) => shard(list, first + i)))).flat().filter(t => t.term.startsWith(head));
  };
  // Postings of a term: { pages, impacts, names }.
  const readPostings = (ordinal, end) => text => {
    const bytes = codes(atob(text)), terms = {};
    let at = 0;
    const bits = n => { let v = 0; while (n--) v = v << 1 | bytes[at >> 3] >> 7 - (at++ & 7) & 1; return v; };
    const unary = () => { let n = 0; while (bits(1)) n++; return n; };
    const gamma = () => { const n = unary(); return 1 << n | bits(n); };
    for (; ordinal < end; ordinal++) {
      const count = gamma(), k = 31 - Math.clz32(Math.max(1, m.pages / count));
      const pages = new Uint32Array(count), impacts = new Uint8Array(count), names = [];
      for (let i = 0, next = 0; i < count; i++) {
        pages[i] = next += unary() << k | bits(k);
        next++;
        impacts[i] = bits(4);
      }
      if (bits(1)) for (let n = gamma(), i = 0; n--;) {
        i += gamma() - 1;
        names.push({ page: pages[i], name: gamma() - 1, place: gamma() - 1, length: gamma() });
      }
      terms[ordinal] = { pages, impacts, names };
    }
    return terms;
  };
  const postings = async ({ ordinal }) => {
    const i = place(m.postings, ordinal);
    return (await file("p" + i, readPostings(m.postings[i], m.postings[i + 1] ?? m.terms)))[ordinal];
  };

  // A word of the query → terms, each with what it counts.
  const near = (a, b) => {
    a = [...a]; b = [...b];
    while (a.length && a[0] === b[0]) { a.shift(); b.shift(); }
    while (a.length && a.at(-1) === b.at(-1)) { a.pop(); b.pop(); }
    return a.length < 2 && b.length < 2 || a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
  };
  const byUse = (a, b) => b.weight - a.weight || b.named - a.named || b.band - a.band || a.term.length - b.term.length;
  // Terms one typing error away. One half of the word is right: they stand near it in the lexicon read forwards or backwards.
  const misspelt = async ({ term, open }) => {
    const signs = [...textOf(term)], n = signs.length, half = n + 1 >> 1, found = {};
    if (n < 3 || signs[0] < "a") return [];
    const offer = (t, weight = 0.7) => { if (t && t.term !== term && !(found[t.term]?.weight >= weight)) found[t.term] = { ...t, weight }; };
    const spell = list => bytesOf(list.join(""));
    const [swapped, forward = [], backward = []] = await Promise.all([
      exact(spell([...signs.slice(0, half - 1), signs[half], signs[half - 1], ...signs.slice(half + 1)])),
      beginning("lexicon", spell(signs.slice(0, half)), 6), beginning("backward", spell(signs.slice(half).reverse()), 6)]);
    offer(swapped);
    for (const t of forward) {
      const other = [...textOf(t.term)];
      if (other.length > 3 && near(signs, other)) offer(t);
      else if (open && n > 3 && [n - 1, n, n + 1].some(k => near(signs, other.slice(0, k)))) offer(t, 0.4);
    }
    for (const t of backward) {
      const other = [...textOf(t.term)].reverse();
      if (near(signs, other)) offer(await exact(spell(other)));
    }
    return Object.values(found).sort(byUse).slice(0, 8);
  };
  // What a word may mean: { terms, lists, hinted, weight }.
  const resolve = async (word, loose) => {
    const found = word.open ? await beginning("lexicon", word.term, 3) : [], shards = new Set();
    let terms = (found || []).map(t => ({ ...t, weight: t.term === word.term ? 1 : 0.75 })).sort(byUse).slice(0, 40), t;
    const hinted = found ? [] : (await file("hints", h => h))[textOf(word.term)] || [];
    if (!terms.length && (t = await exact(word.term))) terms = [{ ...t, weight: 1 }];
    terms = terms.filter(t => shards.add(place(m.postings, t.ordinal)).size < 4);
    if (loose) terms.push(...await misspelt(word));
    const lists = await Promise.all(terms.map(postings)), counts = lists.map(l => l.pages.length);
    const count = terms[0]?.weight === 1 ? counts[0] : total(counts) || m.pages / 8;
    return { ...word, terms, lists, hinted, weight: Math.log(1 + m.pages / count) };
  };

  // Rarity × impact of the best term of each word, less where words are missing; more for a name that the query spells out.
  const rank = (groups, order, allowed) => {
    const sum = total(groups.map(g => g.weight)), names = {}, hits = [];
    const [score, matched, best, bonus] = [1, 2, 3, 4].map(() => new Float64Array(m.pages));
    groups.forEach(({ hinted, terms, lists, weight }, number) => {
      best.fill(0);
      hinted.forEach((page, i) => best[page] = 0.9 - i / 100);
      terms.forEach((t, i) => {
        const { pages, impacts, names: places } = lists[i];
        pages.forEach((page, k) => best[page] = Math.max(best[page], t.weight * impacts[k] / 15));
        for (const { page, name, place, length } of places) {
          const entry = names[page * 256 + name] ||= { page, name, length, places: [], words: [], inOrder: 0 };
          entry.places[place] = Math.max(entry.places[place] || 0, t.weight);
          entry.words[number] = Math.max(entry.words[number] || 0, t.weight * weight);
          entry.inOrder += order[place] === number;
        }
      });
      best.forEach((value, page) => { if (value) { score[page] += weight * value; matched[page] += weight; } });
    });
    for (const { page, name, length, places, words, inOrder } of Object.values(names)) {
      const exact = inOrder + order.filter(n => n < 0).length >= length && order.length === length ? 1.5 : 1;
      bonus[page] = Math.max(bonus[page], total(places) / length * total(words) * exact * (name ? 0.9 : 1));
    }
    matched.forEach((part, page) => {
      if (part && (!allowed || allowed[page])) hits.push({ page, full: part > sum * 0.999, score: score[page] * part / sum + bonus[page] });
    });
    return hits.sort((a, b) => b.score - a.score || a.page - b.page);
  };
  const filtered = async filters => {
    const sets = await Promise.all(["type", "domain", "tag"].filter(k => filters[k]).map(async k => {
      const t = await exact(cut(bytesOf("\x01" + { type: "t", domain: "d", tag: "g" }[k] + filters[k].toLowerCase()))), set = new Uint8Array(m.pages);
      if (t) for (const page of (await postings(t)).pages) set[page] = 1;
      return set;
    }));
    return sets[0]?.map((_, page) => sets.every(set => set[page]));
  };

  // Pages, as PageRecord.swift writes them, and excerpts.
  const signs = chars(Array.from({ length: 95 }, (_, i) => i + 32)).replace(/["\\]/g, "");
  const readTexts = symbols => code => {
    let text = "", value;
    for (let i = 0; i < code.length; i++) {
      if ((value = signs.indexOf(code[i])) >= m.singles) value = m.singles + (value - m.singles) * 93 + signs.indexOf(code[++i]);
      text += symbols[value] ?? code[i];
    }
    return text.split("\x01").map(record => {
      const [head, ...sections] = record.split("\x03"), [title, address, type, domain] = head.split("\x02");
      return { title, address, type, domain, sections: sections.map(s => s.split("\x02")) };
    });
  };
  const readPage = async page => {
    const i = place(m.texts, page), symbols = await file("symbols", s => s.split("\t"));
    return (await file("t" + i, readTexts(symbols)))[page - m.texts[i]];
  };
  // Text in parts, [{ text, marked }], and the weight of the words that stand in it.
  const mark = (text, groups) => {
    const origin = [], parts = [], seen = new Set();
    let folded = "", at = 0;
    for (const c of text) {
      const f = c < "\x80" ? c.toLowerCase() : fold(c);
      for (let i = f.length; i--;) origin.push(at);
      folded += f;
      at += c.length;
    }
    origin.push(at);
    at = 0;
    const push = (end, marked) => {
      if (end <= at) return;
      const piece = text.slice(at, end);
      parts.at(-1)?.marked === marked ? parts.at(-1).text += piece : parts.push({ text: piece, marked });
      at = end;
    };
    for (const w of words(folded)) {
      const group = groups.find(g => w.term === g.term || g.open && w.term.startsWith(g.term) || g.terms.some(t => t.term === w.term));
      if (!group) continue;
      seen.add(group);
      push(origin[w.start], false);
      push(origin[w.end], true);
    }
    push(text.length, false);
    return { parts, weight: total([...seen].map(g => g.weight)) };
  };
  const present = async (hit, groups) => {
    const { title, address, type, domain, sections } = await readPage(hit.page), name = mark(title, groups);
    let best = { value: -1, text: "", heading: "" };
    for (const [heading, id, text = ""] of sections) {
      const above = mark(heading, groups).weight / 4;
      for (const block of text.split("\x05")) block.split("\x04").forEach((piece, i, all) => {
        const value = above + mark(piece, groups).weight;
        if (value > best.value) best = { value, heading, id, text: piece.length < 100 && all[i + 1] ? piece + " " + all[i + 1] : piece };
      });
    }
    const url = new URL(address.split("/").map(encodeURIComponent).join("/"), root).href;
    const target = best.id && best.value > name.weight ? url + "#" + encodeURIComponent(best.id) : url;
    return { ...hit, title, type, domain, url, target, heading: best.heading, titleParts: name.parts, excerpt: mark(best.text, groups).parts };
  };
  const query = async (text, filters = {}, limit = 10) => {
    await start();
    const folded = fold(text), list = words(folded), allowed = await filtered(filters), last = list.at(-1);
    if (last?.end === folded.length) last.open = true;
    let distinct = list.filter((w, i) => !list.slice(i + 1).some(v => v.term === w.term));
    if (distinct.length > 4) {
      // A sentence: what a quarter of the pages have tells nothing, and has the longest postings.
      const found = await Promise.all(distinct.map(w => exact(w.term))), rare = distinct.filter((_, i) => !(2 ** (2 * found[i]?.band + 1) >= m.pages));
      if (rare.length) distinct = rare;
    }
    const order = list.map(w => distinct.findIndex(v => v.term === w.term));
    let groups = [], hits = [];
    for (const loose of [false, true]) {
      if (!last || loose && hits.length > 2 && hits.some(h => h.full)) break;
      groups = await Promise.all(distinct.map((w, i) => resolve(w, loose && (distinct.length < 4 || !groups[i].terms.length))));
      hits = rank(groups, order, allowed);
    }
    if (!last) allowed?.forEach((yes, page) => yes && hits.push({ page, score: 0 }));
    const results = await Promise.all(hits.slice(0, limit).map(h => present(h, groups)));
    const same = results.findIndex(r => r.title.toLowerCase() === text.trim().toLowerCase());
    if (same > 0) results.unshift(...results.splice(same, 1));
    return { total: hits.length, results };
  };

  // A field with its results: the palette, or the search page.
  const make = (name, style, ...parts) => {
    const e = doc.createElement(name);
    e.className = style;
    e.append(...parts.filter(Boolean));
    return e;
  };
  const marked = (style, parts) => {
    const e = make("span", style, ...parts.map(p => p.marked ? make("mark", "", p.text) : p.text));
    e.dir = "auto";
    return e;
  };
  const row = ({ type, target, titleParts, heading, excerpt }) => {
    const [, label, key, glyph] = m.types.find(t => t[0] === type) || ["", "", "other", "other"], tile = make("i", `tile t-${key} g-${glyph}`);
    tile.title = label;
    const a = make("a", "row", tile, make("span", "row-text", marked("row-title", titleParts),
      heading && marked("row-sub", [{ text: heading }]), excerpt.length && marked("row-sub excerpt", excerpt)));
    a.href = target;
    return a;
  };
  const bind = ({ input, list, status, failed, more, picks = [], show }) => {
    let turn = 0, limit = 10, timer;
    const run = async () => {
      const mine = ++turn, text = input.value, params = new URLSearchParams(text && { q: text }), filters = {};
      for (const p of picks) if (p.value && (p.checked ?? true)) { filters[p.name] = p.value; params.set(p.name, p.value); }
      if (!show) history.replaceState(null, "", params.size ? "?" + params : location.pathname);
      let answer;
      try { answer = await query(text, filters, limit); } catch { status.textContent = failed; return; }
      if (mine !== turn) return;
      const rows = answer.results.map(row), asks = params.size > 0;
      list.replaceChildren(...show ? rows : rows.map(r => make("li", "", r)));
      list.hidden = !rows.length;
      status.textContent = asks ? (answer.total ? m.words.searchFound : m.words.searchNone).replace("{n}", answer.total) : "";
      if (more) more.hidden = answer.total <= limit;
      show?.(rows, text);
    };
    const soon = () => { clearTimeout(timer); limit = 10; timer = setTimeout(run, 50); };
    input.addEventListener("input", soon);
    picks.forEach(p => p.addEventListener("change", soon));
    more?.addEventListener("click", () => { limit += 20; run(); });
    return run;
  };

  // The palette: a field that keeps the focus, and a list that the arrows walk.
  const makePalette = link => {
    const input = make("input", ""), list = make("div", "results"), status = make("output", ""), all = make("a", "");
    const dialog = make("dialog", "palette", make("div", "field", make("i", "g g-search"), input), list, make("p", "foot", status, all));
    let options = [], active = -1;
    const choose = n => {
      active = options.length ? (n + options.length) % options.length : -1;
      options.forEach((o, i) => o.setAttribute("aria-selected", i === active));
      options[active]?.scrollIntoView({ block: "nearest" });
      active < 0 ? input.removeAttribute("aria-activedescendant") : input.setAttribute("aria-activedescendant", options[active].id);
    };
    // The focus would stay in the field until the next frame, and with it the keys. The close event comes
    // later still, when the palette may be open again.
    const shut = () => { input.blur(); dialog.close(); };
    const name = link?.ariaLabel || "Search";
    Object.assign(input, { type: "search", placeholder: name, ariaLabel: name, role: "combobox", ariaExpanded: "false", autocomplete: "off", spellcheck: false });
    input.setAttribute("aria-controls", list.id = "syn-search-list");
    Object.assign(list, { role: "listbox", ariaLabel: name, hidden: true });
    Object.assign(dialog, { ariaLabel: name });
    status.setAttribute("role", "status");
    const run = bind({ input, list, status, failed: "–", show: (rows, text) => {
      options = rows;
      rows.forEach((r, i) => { r.id = "syn-search-" + i; r.role = "option"; r.tabIndex = -1; });
      input.ariaExpanded = String(!list.hidden);
      all.textContent = rows.length ? m.words.searchAll : "";
      all.href = new URL("search.html?q=" + encodeURIComponent(text), root);
      choose(0);
    } });
    input.addEventListener("keydown", e => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
      if (e.isComposing) return;
      if (step) choose(active + step);
      // A search field would only be emptied.
      else if (e.key === "Escape") shut();
      else if (e.key === "Enter" && active >= 0 && !e.ctrlKey && !e.metaKey) options[active].click();
      else return;
      e.preventDefault();
    });
    dialog.addEventListener("click", e => { if (e.target === dialog || e.target.closest("a")) shut(); });
    doc.body.append(dialog);
    return () => {
      if (!dialog.open) dialog.showModal();
      input.select();
      run();
    };
  };

  let palette;
  const page = by("syn-search-page"), field = page?.querySelector("input");
  const open = () => {
    if (page) return field.focus();
    (palette ||= makePalette(doc.querySelector("[data-search]")))();
  };
  window.SynapseSearch = { add: (name, value) => { data[name] = value; }, query, open, facets: () => start().then(() => m) };
  if (page) {
    const asked = new URLSearchParams(location.search), picks = [...page.querySelectorAll("[name]")].slice(1);
    field.value = asked.get("q") || "";
    const run = bind({ input: field, list: page.querySelector("ul"), status: page.querySelector("output"), failed: page.dataset.failed,
      more: page.querySelector("button"), picks });
    start().then(() => {
      for (const p of picks) {
        const wanted = asked.get(p.name) || "";
        if (p.type === "radio") { p.checked = p.value === wanted; continue; }
        for (const [name, count] of m[p.name + "s"]) p.add(new Option(`${name} (${count})`, name));
        if (wanted && ![...p.options].some(o => o.value === wanted)) p.add(new Option(wanted, wanted));
        p.value = wanted;
      }
    }).finally(run);
    if (!field.value) field.focus({ preventScroll: true });
  }
})();
