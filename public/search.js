// Full-text search over the files of assets/search (made by Sources/Renderers/Search; each calls SynapseSearch.add).
// SynapseSearch.query(text, { type, domain, tag }, limit) → Promise of { total, results }; see docs/search.md.
// A "byte string" has one character for each byte of UTF-8, so that it compares as the builder sorted.
(() => {
  "use strict";
  const script = document.currentScript;
  const home = new URL(script.dataset.index ? new URL(script.dataset.index, document.baseURI) : new URL("search/index.js", script.src));
  const root = new URL("../../", home);
  const SPREAD = 3, FUZZY_SPREAD = 6, VERSION = 1;

  // ---- Files
  const arrived = {}, asked = {};
  const add = (name, data) => { arrived[name] = data; };
  const load = (name, url, read) => asked[name] ||= new Promise((done, failed) => {
    const element = document.createElement("script");
    element.src = url;
    element.onload = () => { element.remove(); name in arrived ? done(read(arrived[name])) : failed(new Error(name)); delete arrived[name]; };
    element.onerror = () => { element.remove(); delete asked[name]; failed(new Error("cannot load " + url)); };
    document.head.append(element);
  });
  const manifest = () => load("index", home, m => {
    if (m.version !== VERSION) throw new Error("search index of another version");
    for (const key of ["ordinals", "postings", "texts"]) { let sum = 0; m[key] = m[key].map(step => sum += step); }
    for (const key of ["lexicon", "backward"]) m[key] = m[key].map(bytesOf);
    return m;
  });
  const file = async (name, read) => load(name, new URL((await manifest()).build + "/" + name + ".js", home), read);
  const binary = text => Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const bytesOf = text => String.fromCharCode(...new TextEncoder().encode(text));
  const textOf = bytes => new TextDecoder().decode(Uint8Array.from(bytes, c => c.charCodeAt(0)));
  /** The last place whose value is not above the one given; 0 at least. */
  const place = (list, value) => {
    let low = 0, high = list.length;
    while (high - low > 1) { const middle = low + high >> 1; list[middle] <= value ? low = middle : high = middle; }
    return low;
  };

  // ---- Words, as FoldTable.swift and Tokenizer.swift make them
  const IGNORED = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]/g;
  const PAIRED = "\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u1000-\\u104f\\u1780-\\u17d3\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\u3035\\u309d-\\u309f\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const WORD = new RegExp(`([${PAIRED}]+)|[a-z]{1,2}(?:\\+\\+|#)(?![a-z0-9])|(?:(?![${PAIRED}])[\\p{L}\\p{N}\\p{M}])+|\\p{So}`, "gu");
  const EXCHANGED = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ð: "d", đ: "d", þ: "th", ł: "l", ı: "i", ς: "σ", ٱ: "ا", ة: "ه", ى: "ي", ی: "ي", ک: "ك" };
  const digit = c => {
    const code = c.codePointAt(0), low = code & 15;
    return low > 9 || low > 5 && !/\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low - 6 : low;
  };
  const fold = text => text.normalize("NFKD").replace(IGNORED, "").normalize("NFC").toLowerCase().replace(IGNORED, "")
    .replace(/[ßæœøðđþłıςٱةىیک]/g, c => EXCHANGED[c]).replace(/(?![0-9])\p{Nd}/gu, digit);
  const LONGEST = 60;
  const term = word => {
    let bytes = bytesOf(word);
    if (bytes.length > LONGEST) { let end = LONGEST; while ((bytes.charCodeAt(end) & 0xc0) === 0x80) end--; bytes = bytes.slice(0, end); }
    return bytes.length >= 8 && word.startsWith("ال") ? bytes.slice(4) : bytes;
  };
  /** [{ term, start, end, open }] of a folded text; `open` marks a lone character of a script without spaces. */
  const words = folded => {
    const found = [];
    for (const match of folded.matchAll(WORD)) {
      if (!match[1]) { found.push({ term: term(match[0]), start: match.index, end: match.index + match[0].length }); continue; }
      const run = [...match[1]];
      let start = match.index;
      run.forEach((c, i) => {
        if (i + 1 < run.length || !i) found.push({ term: bytesOf(c + (run[i + 1] || "")), start, end: start + (c + (run[i + 1] || "")).length, open: run.length === 1 });
        start += c.length;
      });
    }
    return found;
  };

  // ---- Lexicon and postings
  const readTerms = text => {
    const bytes = binary(text), terms = [];
    let last = "";
    for (let i = 0; i < bytes.length;) {
      const shared = bytes[i] & 31, band = bytes[i] >> 5, length = bytes[i + 1] & 63, named = bytes[i + 1] >> 6 & 1;
      last = last.slice(0, shared) + String.fromCharCode(...bytes.subarray(i + 2, i += 2 + length));
      terms.push({ term: last, band, named });
    }
    return terms;
  };
  /** Terms that begin so, with their ordinals; null when they fill more than `spread` shards. */
  const beginning = async (list, prefix, spread) => {
    const m = await manifest(), bounds = m[list], first = place(bounds, prefix), last = place(bounds, prefix + "\xff");
    if (last - first >= spread || !bounds.length) return bounds.length ? null : [];
    const shards = [];
    for (let i = first; i <= last; i++) shards.push(file(list[0] + i, readTerms));
    return (await Promise.all(shards)).flatMap((terms, i) =>
      terms.map((t, k) => ({ ...t, ordinal: m.ordinals[first + i] + k })).filter(t => t.term.startsWith(prefix)));
  };
  const exact = async bytes => {
    const m = await manifest(), shard = place(m.lexicon, bytes);
    if (!m.lexicon.length) return;
    const terms = await file("l" + shard, readTerms), k = terms.findIndex(t => t.term === bytes);
    return k < 0 ? undefined : { ...terms[k], ordinal: m.ordinals[shard] + k };
  };
  const readPostings = (pages, first, end) => text => {
    const bytes = binary(text), terms = new Map();
    let at = 0;
    const bits = n => { let v = 0; while (n--) v = v << 1 | bytes[at >> 3] >> 7 - (at++ & 7) & 1; return v; };
    const unary = () => { let n = 0; while (bits(1)) n++; return n; };
    const gamma = () => { const n = unary(); return 1 << n | bits(n); };
    for (let ordinal = first; ordinal < end; ordinal++) {
      const count = gamma(), k = 31 - Math.clz32(Math.max(1, pages / count | 0));
      const list = { pages: new Uint32Array(count), impacts: new Uint8Array(count), names: [] };
      for (let i = 0, next = 0; i < count; i++) {
        list.pages[i] = next += unary() << k | bits(k);
        list.impacts[i] = bits(4);
        next++;
      }
      if (bits(1)) for (let n = gamma(), at = 0; n--;) {
        at += gamma() - 1;
        list.names.push({ page: list.pages[at], name: gamma() - 1, place: gamma() - 1, length: gamma() });
      }
      terms.set(ordinal, list);
    }
    return terms;
  };
  const postings = async ordinal => {
    const m = await manifest(), shard = place(m.postings, ordinal);
    return (await file("p" + shard, readPostings(m.pages, m.postings[shard], m.postings[shard + 1] ?? m.terms))).get(ordinal);
  };

  // ---- A query word → terms of the index, each with how much it counts
  const near = (a, b) => {
    let start = 0, tail = 0;
    while (start < a.length && a[start] === b[start]) start++;
    while (tail < Math.min(a.length, b.length) - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
    const x = a.slice(start, a.length - tail), y = b.slice(start, b.length - tail);
    return x.length < 2 && y.length < 2 || x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0];
  };
  const common = (a, b) => b.named - a.named || b.band - a.band || a.term.length - b.term.length;
  /** Terms one typing error away: one half of the word is right, so they are near it in the lexicon read forwards or backwards. */
  const misspelt = async (bytes, open) => {
    const letters = [...textOf(bytes)], n = letters.length;
    if (n < 4 || letters.some(c => c < "A")) return [];
    const half = n + 1 >> 1, head = bytesOf(letters.slice(0, half).join("")), tail = bytesOf(letters.slice(half).reverse().join(""));
    const swapped = letters.slice();
    [swapped[half - 1], swapped[half]] = [letters[half], letters[half - 1]];
    const [forward, backward, middle] = await Promise.all([
      beginning("lexicon", head, FUZZY_SPREAD), beginning("backward", tail, FUZZY_SPREAD), exact(bytesOf(swapped.join("")))]);
    const found = new Map();
    const offer = (t, weight) => t && t.term !== bytes && !(found.get(t.term)?.weight >= weight) && found.set(t.term, { ...t, weight });
    offer(middle, 0.7);
    for (const t of forward || []) {
      const other = [...textOf(t.term)];
      if (near(letters, other)) offer(t, 0.7);
      else if (open && other.length > n && [n - 1, n, n + 1].some(k => near(letters, other.slice(0, k)))) offer(t, 0.4);
    }
    for (const t of backward || []) {
      const other = [...textOf(t.term)].reverse();
      if (near(letters, other)) offer(await exact(bytesOf(other.join(""))), 0.7);
    }
    return [...found.values()].sort((a, b) => b.weight - a.weight || common(a, b)).slice(0, 8);
  };
  const MOST_TERMS = 40, MOST_SHARDS = 3;
  const completed = async bytes => {
    const m = await manifest(), range = await beginning("lexicon", bytes, SPREAD);
    if (!range) return;
    const shards = new Set(), chosen = [];
    for (const t of range.sort((a, b) => (b.term === bytes) - (a.term === bytes) || common(a, b))) {
      shards.add(place(m.postings, t.ordinal));
      if (shards.size > MOST_SHARDS || chosen.length === MOST_TERMS) break;
      chosen.push({ ...t, weight: t.term === bytes ? 1 : 0.75 });
    }
    return chosen;
  };
  const rarity = (m, count) => Math.log(1 + m.pages / Math.max(1, count));
  /** { key, open, terms, lists, weight } of one word of the query. */
  const resolve = async (word, fuzzy) => {
    const m = await manifest(), group = { key: word.term, open: word.open, terms: [], hinted: [] };
    if (fuzzy) group.terms = await misspelt(word.term, word.open);
    const spelt = word.open ? await completed(word.term) : await exact(word.term).then(t => t ? [{ ...t, weight: 1 }] : []);
    if (spelt) group.terms = spelt.concat(group.terms);
    else {
      const t = await exact(word.term);
      if (t) group.terms.push({ ...t, weight: 1 });
      group.hinted = (await file("hints", h => h))[textOf(word.term)] || [];
    }
    group.lists = await Promise.all(group.terms.map(t => postings(t.ordinal)));
    const same = group.terms.findIndex(t => t.term === word.term);
    const count = same >= 0 ? group.lists[same].pages.length : group.lists.reduce((sum, l) => sum + l.pages.length, 0);
    group.weight = rarity(m, group.lists.length ? count : m.pages / 8);
    return group;
  };

  // ---- Ranking
  const rank = (m, groups, order, allowed) => {
    const total = new Float64Array(m.pages), matched = new Float64Array(m.pages), best = new Float64Array(m.pages);
    const names = new Map(), sum = groups.reduce((s, g) => s + g.weight, 0);
    groups.forEach((group, number) => {
      const touched = [];
      const score = (page, value) => { if (!best[page]) touched.push(page); if (value > best[page]) best[page] = value; };
      group.hinted.forEach((page, i) => score(page, 0.9 - i / 100));
      group.terms.forEach((t, i) => {
        const { pages, impacts, names: places } = group.lists[i];
        for (let k = 0; k < pages.length; k++) score(pages[k], t.weight * impacts[k] / 15);
        for (const { page, name, place, length } of places) {
          const key = page * 256 + name, entry = names.get(key) || { length, places: new Map(), groups: new Map(), inOrder: 0 };
          names.set(key, entry);
          entry.places.set(place, Math.max(entry.places.get(place) || 0, t.weight));
          entry.groups.set(number, Math.max(entry.groups.get(number) || 0, t.weight));
          if (order[place] === number) entry.inOrder++;
        }
      });
      for (const page of touched) {
        total[page] += group.weight * best[page];
        matched[page] += group.weight;
        best[page] = 0;
      }
    });
    // A name that the query spells out counts as much as all its words at their best; in the same order, half as much again.
    const bonus = new Map();
    for (const [key, entry] of names) {
      let covered = 0, asked = 0;
      for (const weight of entry.places.values()) covered += weight;
      for (const [number, weight] of entry.groups) asked += weight * groups[number].weight;
      const whole = covered / entry.length * asked / sum;
      const value = sum * whole * (entry.inOrder >= entry.length && order.length === entry.length ? 1.5 : 1) * (key % 256 ? 0.9 : 1);
      const page = Math.floor(key / 256);
      if (!(bonus.get(page) > value)) bonus.set(page, value);
    }
    const hits = [];
    let complete = false;
    for (let page = 0; page < m.pages; page++) {
      if (!matched[page] || allowed && !allowed[page]) continue;
      if (matched[page] > sum * 0.999) complete = true;
      hits.push({ page, score: total[page] * matched[page] / sum + (bonus.get(page) || 0) });
    }
    return { hits: hits.sort((a, b) => b.score - a.score || a.page - b.page), complete };
  };
  const facet = async (letter, value) => {
    const m = await manifest(), pages = new Uint8Array(m.pages), t = await exact(term("\x01" + letter + value.toLowerCase()));
    if (t) for (const page of (await postings(t.ordinal)).pages) pages[page] = 1;
    return pages;
  };
  const filtered = async filters => {
    const kinds = [["t", filters.type], ["d", filters.domain], ["g", filters.tag]].filter(kind => kind[1]);
    const sets = await Promise.all(kinds.map(kind => facet(...kind)));
    return sets.length ? sets[0].map((value, page) => sets.every(set => set[page]) ? 1 : 0) : undefined;
  };

  // ---- Pages and excerpts
  const DIGITS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(c => c !== '"' && c !== "\\").join("");
  const VALUES = new Map([...DIGITS].map((c, i) => [c, i]));
  const readTexts = (symbols, singles) => code => {
    let text = "";
    for (let i = 0; i < code.length; i++) {
      const value = VALUES.get(code[i]);
      text += value === undefined ? code[i] : symbols[value < singles ? value : singles + (value - singles) * DIGITS.length + VALUES.get(code[++i])];
    }
    return text.split("\x01").map(record => {
      const [head, ...sections] = record.split("\x03"), [title, address, type, domain] = head.split("\x02");
      return { title, address, type, domain, sections: sections.map(s => { const [heading, id, text = ""] = s.split("\x02"); return { heading, id, text }; }) };
    });
  };
  const readPage = async number => {
    const m = await manifest(), group = place(m.texts, number), symbols = await file("symbols", text => text.split("\t"));
    return (await file("t" + group, readTexts(symbols, m.singles)))[number - m.texts[group]];
  };
  /** Which parts of a text the query's words stand in: [{ start, end, group }]. */
  const matches = (text, groups) => {
    let folded = "";
    const origin = [];
    let at = 0;
    for (const c of text) {
      const f = c < "\x80" ? c.toLowerCase() : fold(c);
      for (let i = 0; i < f.length; i++) origin.push(at);
      folded += f;
      at += c.length;
    }
    origin.push(at);
    return words(folded).flatMap(word => {
      const group = groups.findIndex(g => word.term === g.key || g.open && word.term.startsWith(g.key) || g.terms.some(t => t.term === word.term));
      return group < 0 ? [] : [{ start: origin[word.start], end: origin[word.end], group }];
    });
  };
  /** [{ text, marked }] */
  const marked = (text, groups) => {
    const parts = [];
    let at = 0;
    for (const { start, end } of matches(text, groups)) {
      if (end <= at) continue;
      if (start > at) parts.push({ text: text.slice(at, start), marked: false });
      const from = Math.max(start, at), last = parts[parts.length - 1];
      last?.marked && from === at ? last.text += text.slice(from, end) : parts.push({ text: text.slice(from, end), marked: true });
      at = end;
    }
    if (at < text.length) parts.push({ text: text.slice(at), marked: false });
    return parts;
  };
  const worth = (text, groups) => [...new Set(matches(text, groups).map(m => m.group))].reduce((sum, g) => sum + groups[g].weight, 0);
  const present = async (hit, groups) => {
    const page = await readPage(hit.page);
    let best = { value: -1, text: "" };
    for (const section of page.sections) {
      const above = section.heading ? worth(section.heading, groups) / 2 : 0;
      section.text.split("\x05").forEach(block => {
        const pieces = block.split("\x04");
        pieces.forEach((piece, i) => {
          const value = (piece && worth(piece, groups) + above / 2) + above / 2;
          if (value > best.value) best = { value, section, text: piece.length < 100 && pieces[i + 1] ? piece + " " + pieces[i + 1] : piece };
        });
      });
    }
    const section = best.section || { heading: "", id: "" };
    const url = new URL(page.address.split("/").map(encodeURIComponent).join("/"), root).href;
    return {
      page: hit.page, score: hit.score, title: page.title, type: page.type, domain: page.domain, url,
      heading: section.heading, target: section.id ? url + "#" + encodeURIComponent(section.id) : url,
      titleParts: marked(page.title, groups), excerpt: marked(best.text, groups),
    };
  };

  const query = async (text, filters = {}, limit = 10) => {
    const m = await manifest(), folded = fold(text), list = words(folded), allowed = await filtered(filters);
    let hits = [], groups = [];
    if (list.length) {
      if (list[list.length - 1].end === folded.length) list[list.length - 1].open = true;
      const distinct = list.filter((w, i) => !list.slice(i + 1).some(v => v.term === w.term));
      const order = list.map(w => distinct.findIndex(v => v.term === w.term));
      groups = await Promise.all(distinct.map(w => resolve(w)));
      let ranked = rank(m, groups, order, allowed);
      if (!ranked.complete) {
        groups = await Promise.all(distinct.map(w => resolve(w, true)));
        ranked = rank(m, groups, order, allowed);
      }
      hits = ranked.hits;
    } else if (allowed) allowed.forEach((yes, page) => yes && hits.push({ page, score: 0 }));
    return { total: hits.length, results: await Promise.all(hits.slice(0, limit).map(hit => present(hit, groups))) };
  };
  const facets = async () => { const { types, domains, tags } = await manifest(); return { types, domains, tags }; };

  window.SynapseSearch = { add, query, facets };
})();
