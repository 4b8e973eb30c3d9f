// Making elements, and what texts and numbers need for it.
const base = new URL("../", doc.currentScript.src).href;
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const FACETS = ["type", "domain", "community", "kind"];
const { lang } = doc.documentElement, count = number => number.toLocaleString(lang);

// An element with attributes (`press` is what a click does) and what is in it.
function el(tag, set, ...kids) {
  const made = doc.createElement(tag);
  for (const name in set) if (name === "press") on(made, "click", set[name]); else attr(made, name, set[name]);
  made.append(...kids.filter(Boolean));
  return made;
}
const text = (words, tag = "span") => el(tag, { dir: "auto" }, words);
const sign = entry => entry && entry.color && el("i", { class: (entry.glyph ? "g g-" + entry.glyph : "dot") + " " + entry.color });
const entryButton = (press, ...kids) => el("button", { type: "button", class: "gv-entry", press }, ...kids);
