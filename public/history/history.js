// Earlier nights beyond their plain pages: a whole night that one can walk through (`?night=2026-03-02`), the list of all its pages, and the
// difference between any two versions of a page. Without it every version is there, and its links lead to the pages of today.
window.SynapseHistory = (function () {
  "use strict";
  const root = new URL("../", document.currentScript.src).href, folder = "assets/history/";
  const asked = /[?&]night=(\d{4}-\d\d-\d\d(?:\.\d+)?)(?:&|$)/.exec(location.search);
  const own = /^((assets|posters|previews|types|domains|communities|tags|raw)\/|(index|wiki|graph|sources|search|domains|communities|tags|recent)\.html$)/;
  const one = (selector, within) => (within || document).querySelector(selector);
  const make = (name, mark, ...parts) => {
    const element = document.createElement(name);
    if (mark) element.className = mark;
    element.append(...parts);
    return element;
  };
  const load = (path, then) => {
    const script = make("script");
    script.src = root + path;
    script.onload = then || null;
    document.head.append(script);
  };
  const words = () => one("[data-words]")?.dataset || {};

  // MARK: A night

  // The page of today that an address leads to, whether to it or to one of its versions; nothing for what is no page.
  const pageOf = url => {
    if (!url.startsWith(root)) return;
    const path = decodeURIComponent(url.slice(root.length).replace(/[?#].*/, "")).replace(/^assets\/history\/versions\/[^/]+\//, "");
    return own.test(path) || !path.endsWith(".html") ? undefined : path;
  };
  const encoded = path => path.split("/").map(encodeURIComponent).join("/");

  let map;
  // Where a page of that night is; nothing where it was not there, or is not shown.
  const placeOf = page => {
    if (map.absent.has(page)) return;
    const night = map.versions.get(page);
    return root + encoded((night ? folder + "versions/" + night + "/" : "") + page) + "?night=" + map.night;
  };
  const walk = link => {
    const page = pageOf(link.href), hash = link.hash;
    if (!page || link.getAttribute("href").startsWith("#")) return;
    const place = placeOf(page);
    if (place) { link.href = place + hash; return; }
    const text = make("span", "absent", ...link.childNodes);
    text.title = map.none;
    link.replaceWith(text);
  };

  function banner() {
    const whole = make("a", "", map.title), today = make("a", "", map.today), page = pageOf(location.href);
    whole.href = root + folder + "nights/" + map.night + ".html";
    today.href = root + encoded(page);
    const note = make("p", "past", whole);
    if (map.absent.has(page)) note.append(": " + map.none);
    note.append(" · ", today);
    one(".past")?.remove();
    one(".list-head, .page-head").after(note);
  }

  function night(told) {
    map = Object.assign({}, told, { absent: new Set(told.absent), versions: new Map() });
    for (const [since, pages] of Object.entries(told.versions)) for (const page of pages) map.versions.set(page, since);
    if (one("[data-night]")) return list();
    if (!pageOf(location.href)) return;
    document.documentElement.classList.add("that-night");
    banner();
    document.querySelectorAll(".prose a.link").forEach(walk);
  }

  // All pages of a night, by the tree's data; those that read as today lead to the page of today, as part of that night.
  function list() {
    document.querySelectorAll("[data-night] a.row").forEach(row => {
      if (row.href.includes("/versions/")) row.href += "?night=" + map.night;
    });
    const place = one("[data-all]"), button = make("button", "button", place.dataset.all);
    button.type = "button";
    button.addEventListener("click", () => load("assets/nav.js", () => {
      const rows = make("ul", "card rows");
      for (const [title, href] of synapseNav.pages()) {
        const target = placeOf(decodeURIComponent(href));
        if (!target) continue;
        const text = make("span", "row-title", title), row = make("a", "row", make("span", "row-text", text));
        text.dir = "auto";
        row.href = target;
        rows.append(make("li", "", row));
      }
      place.replaceChildren(rows);
    }), { once: true });
    place.append(button);
  }

  // MARK: Two versions

  // Longest common subsequence of two lists of texts: [text, from, to] with −1 for "not there". Too much to compare is all gone and all new.
  function steps(a, b) {
    let head = 0, tail = 0;
    while (head < a.length && head < b.length && a[head] === b[head]) head++;
    while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
    const n = a.length - head - tail, m = b.length - head - tail, width = m + 1, found = [];
    for (let i = 0; i < head; i++) found.push([i, i]);
    if (n * m > 4e6) {
      for (let i = 0; i < n; i++) found.push([head + i, -1]);
      for (let j = 0; j < m; j++) found.push([-1, head + j]);
    } else {
      const best = new Uint32Array((n + 1) * width);
      for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) {
        best[i * width + j] = a[head + i] === b[head + j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
      }
      for (let i = 0, j = 0; i < n || j < m;) {
        if (i < n && j < m && a[head + i] === b[head + j]) found.push([head + i++, head + j++]);
        else if (j === m || i < n && best[(i + 1) * width + j] >= best[i * width + j + 1]) found.push([head + i++, -1]);
        else found.push([-1, head + j++]);
      }
    }
    for (let i = tail; i > 0; i--) found.push([a.length - i, b.length - i]);
    return found;
  }

  // Calls `same` for what both have, and `change` with what went and what came in its place.
  function compare(a, b, same, change) {
    let gone = [], came = [];
    const flush = () => {
      if (gone.length || came.length) change(gone, came);
      gone = [];
      came = [];
    };
    for (const [i, j] of steps(a, b)) {
      if (i >= 0 && j >= 0) { flush(); same(i, j); } else if (i >= 0) gone.push(i); else came.push(j);
    }
    flush();
  }

  // Tags, and words with the blanks after them; in scripts without blanks each character.
  const pieces = html => html.match(/<[^>]*>|&[^;\s]*;|[\u2E80-\uFFEF]|[^<&\s\u2E80-\uFFEF]+\s*|\s+/g) || [];
  const isTag = piece => piece[0] === "<";

  // The new block's markup with the words marked that came, and those put in that went; nothing where too little is common to both.
  function merged(before, after) {
    const a = pieces(before.innerHTML), b = pieces(after.innerHTML);
    let html = "", common = 0;
    const wrap = (name, list) => {
      let open = false;
      for (const piece of list) {
        if (isTag(piece) === open) html += open ? `</${name}>` : `<${name}>`, open = !open;
        html += piece;
      }
      if (open) html += `</${name}>`;
    };
    compare(a, b, i => {
      html += a[i];
      if (!isTag(a[i])) common += a[i].length;
    }, (gone, came) => {
      wrap("del", gone.map(i => a[i]).filter(piece => !isTag(piece)));
      wrap("ins", came.map(j => b[j]));
    });
    if (common * 3 < Math.max(before.textContent.length, after.textContent.length)) return;
    const block = after.cloneNode(false);
    block.innerHTML = html;
    return block;
  }

  // What a version shows, as blocks without anchors of its own.
  function blocks(html) {
    const template = make("template");
    template.innerHTML = html;
    // What readers of a page do not see of its text: anchors of headings, and why a link leads nowhere.
    template.content.querySelectorAll(".anchor, .visually-hidden").forEach(element => element.remove());
    template.content.querySelectorAll("[id]").forEach(element => element.removeAttribute("id"));
    template.content.querySelectorAll('a[href^="#"]').forEach(link => link.removeAttribute("href"));
    return [...template.content.children];
  }

  const whole = new Set(["TABLE", "PRE", "FIGURE", "MATH", "SVG", "DIV"]);
  function shown(before, after) {
    const out = make("div", "prose changes");
    compare(before.map(block => block.outerHTML), after.map(block => block.outerHTML), (_, j) => out.append(after[j].cloneNode(true)), (gone, came) => {
      gone.forEach((i, place) => {
        const old = before[i], next = after[came[place]];
        const both = next && old.tagName === next.tagName && !whole.has(old.tagName) && merged(old, next);
        if (both) out.append(both);
        else out.append(make("del", "", old.cloneNode(true)), ...next ? [make("ins", "", next.cloneNode(true))] : []);
      });
      came.slice(gone.length).forEach(j => out.append(make("ins", "", after[j].cloneNode(true))));
    });
    return out;
  }

  // The text of blocks, a line each.
  function lines(list) {
    const found = [];
    const visit = (element, mark) => {
      const name = element.tagName, head = /^H([1-6])$/.exec(name);
      if (name === "PRE") found.push(...element.textContent.replace(/\n$/, "").split("\n"));
      else if (name === "UL" || name === "OL") for (const item of element.children) visit(item, mark + (name === "OL" ? "1. " : "- "));
      else if (name === "TABLE") for (const row of element.rows) found.push([...row.cells].map(cell => cell.textContent.trim()).join(" | "));
      else if (name === "BLOCKQUOTE" || name === "DIV" || name === "SECTION") for (const child of element.children) visit(child, mark + (name === "BLOCKQUOTE" ? "> " : ""));
      else {
        const inner = [...element.children].filter(child => /^(UL|OL|PRE|TABLE|BLOCKQUOTE|P)$/.test(child.tagName)), copy = element.cloneNode(true);
        [...copy.children].filter(child => /^(UL|OL|PRE|TABLE|BLOCKQUOTE|P)$/.test(child.tagName)).forEach(child => child.remove());
        const text = copy.textContent.replace(/\s+/g, " ").trim();
        if (text) found.push(mark + (head ? "#".repeat(head[1]) + " " : "") + text);
        inner.forEach(child => visit(child, "  " + mark));
      }
    };
    list.forEach(block => visit(block, ""));
    return found;
  }

  function told(before, after) {
    const out = make("ul", "card diff"), rows = [];
    const row = (kind, ...parts) => {
      const line = make("li", kind, ...kind === "gone" ? [make("del", "", ...parts)] : kind === "new" ? [make("ins", "", ...parts)] : parts);
      line.dir = "auto";
      rows.push(line);
    };
    const marked = (list, other) => {
      const parts = [];
      compare(list, other, i => parts.push(list[i]), gone => gone.length && parts.push(make("b", "", gone.map(i => list[i]).join(""))));
      return parts;
    };
    compare(before, after, i => row("", before[i]), (gone, came) => {
      const words = text => text.match(/[\u2E80-\uFFEF]|[^\s\u2E80-\uFFEF]+\s*|\s+/g) || [];
      gone.forEach((i, place) => row("gone", ...came.length > place ? marked(words(before[i]), words(after[came[place]])) : [before[i]]));
      came.forEach((j, place) => row("new", ...gone.length > place ? marked(words(after[j]), words(before[gone[place]])) : [after[j]]));
    });
    // A line around each change; the rest is left out.
    const near = rows.map((_, at) => rows.slice(Math.max(0, at - 1), at + 2).some(line => line.className));
    rows.forEach((line, at) => {
      if (near[at]) out.append(line); else if (!out.lastChild || out.lastChild.className !== "gap") out.append(make("li", "gap", "…"));
    });
    return out;
  }

  function texts(data) {
    const form = one("[data-texts]"), result = one("[data-result]"), [from, to] = form.querySelectorAll("select");
    const html = number => data.versions[number].lines.map(line => data.lines[line]).join("\n");
    data.versions.forEach((version, number) => [from, to].forEach(select => {
      const option = make("option", "", version.name);
      option.value = number;
      select.append(option);
    }));
    const show = () => {
      const before = blocks(html(from.value)), after = blocks(html(to.value));
      if (html(from.value) === html(to.value)) { result.replaceChildren(make("p", "", words().same)); return; }
      const parts = [[words().shown, shown(before, after)], [words().text, told(lines(before), lines(after))]];
      result.replaceChildren(...parts.flatMap(([name, part]) => [make("h3", "", name), part]));
    };
    from.value = data.versions.length - 2;
    to.value = data.versions.length - 1;
    from.addEventListener("change", show);
    to.addEventListener("change", show);
    form.hidden = false;
    show();
  }

  const form = one("[data-texts]"), page = one("[data-night]");
  if (form) load(form.dataset.texts);
  else if (page) load(folder + "nights/" + page.dataset.night + ".js");
  else if (asked) {
    const sheet = make("link");
    sheet.rel = "stylesheet";
    sheet.href = root + "assets/history.css";
    if (!one('link[href$="assets/history.css"]')) document.head.append(sheet);
    load(folder + "nights/" + asked[1] + ".js");
  }
  return { night, texts };
})();
