// The tree in the rail: the pages of a section or a domain, and the vault's folders. The data of all pages follows at the end of the file;
// it is fetched when somebody opens the first branch, and a page's HTML holds none of it.
window.synapseNav = (function () {
  "use strict";
  let pages, groups, base;
  // Here and not in the site's style sheet: who opens no branch pays nothing for it. Colours are those of the entries.
  const style = new CSSStyleSheet();
  style.replaceSync(`
    .nav ul { max-height: 60vh; overflow: auto; overscroll-behavior: contain; margin-inline-start: 1.125rem; padding-inline-start: .375rem; border-inline-start: 1px solid color-mix(in srgb, currentColor 18%, transparent); scrollbar-width: thin }
    .nav ul ul { max-height: none; margin-inline-start: .625rem }
    .nav :is(ul a, summary) { min-height: 2rem; padding: .25rem .5rem; border-radius: .5rem; font-size: .875rem; font-weight: 400; align-items: center }
    .nav summary { display: flex; gap: .375rem; cursor: pointer }
    .nav summary .g { width: .875rem; height: .875rem; opacity: .6 }
    .nav summary b { margin-inline-start: auto; padding-inline-end: .25rem }
    .nav :is([aria-expanded=true] .g, [open] > summary .g) { rotate: 90deg }`);
  document.adoptedStyleSheets.push(style);

  const make = (name, ...parts) => {
    const element = document.createElement(name);
    element.append(...parts);
    return element;
  };
  const here = location.href.replace(/[?#].*/, "");
  const leaf = page => {
    const text = make("span", page[0]), link = make("a", text);
    text.dir = "auto";
    link.href = base + page[1];
    if (link.href === here) link.setAttribute("aria-current", "page");
    return make("li", link);
  };
  const sorted = (left, right) => left[0] < right[0] ? -1 : 1;

  // Folders first, each filled when it is opened, then the pages that lie right here.
  function folder(list, prefix, inside) {
    const folders = new Map(), leaves = [];
    for (const page of inside) {
      const rest = page[1].slice(prefix.length), slash = rest.indexOf("/");
      if (slash < 0) { leaves.push(page); continue; }
      const name = rest.slice(0, slash + 1);
      folders.has(name) ? folders.get(name).push(page) : folders.set(name, [page]);
    }
    for (const [name, held] of [...folders].sort(sorted)) {
      const sign = make("i"), part = make("details", make("summary", sign, decodeURIComponent(name.slice(0, -1)), make("b", held.length)), make("ul"));
      sign.className = "g g-chevron";
      part.addEventListener("toggle", () => folder(part.lastChild, prefix + name, held), { once: true });
      list.append(make("li", part));
    }
    list.append(...leaves.map(leaf));
  }

  return {
    add(list, map) { pages = list; groups = map; },
    pages: () => pages,
    // Opens or closes the branch of a rail's entry. `root` leads to the web root, `key` is the entry's address from there.
    toggle(button, root, key) {
      base = root;
      const entry = button.parentNode, open = entry.querySelector("ul"), list = make("ul");
      button.setAttribute("aria-expanded", String(!open));
      if (open) { open.remove(); return; }
      if (groups[key]) list.append(...groups[key].map(n => leaf(pages[n]))); else folder(list, "", pages);
      entry.append(list);
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    },
  };
})();
