/* Which custom properties the rules use that match anything in each document. States and pseudo-elements are left out of the selectors:
   a rule for :hover is a use. */
([sheet, documents]) => {
    const rules = [];
    const collect = (list, parent) => {
        for (const rule of list) {
            if (rule.selectorText === undefined) {
                if (rule.cssRules) { collect(rule.cssRules, parent); }
                continue;
            }
            const inner = rule.selectorText;
            const selector = !parent ? inner : inner.includes('&') ? inner.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${inner}`;
            const names = [...rule.style.cssText.matchAll(/var\(\s*(--[\w-]+)/g)].map(match => match[1]);
            if (names.length) {
                const still = selector.replace(/::[\w-]+(\([^)]*\))?/g, '').replace(/:(hover|focus-visible|focus-within|focus|active|checked|disabled|target)\b/g, '');
                rules.push([still.replace(/(^|,|\s|\()\s*(?=,|$|\))/g, '$1*'), names]);
            }
            collect(rule.cssRules, selector);
        }
    };
    const constructed = new CSSStyleSheet();
    constructed.replaceSync(sheet);
    collect(constructed.cssRules, '');
    const parser = new DOMParser();
    return Object.fromEntries(documents.map(([name, html]) => {
        const page = parser.parseFromString(html, 'text/html');
        return [name, [...new Set(rules.filter(([selector]) => page.querySelector(selector)).flatMap(([, names]) => names))]];
    }));
}
