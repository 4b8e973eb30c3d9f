/* Decisions of a review: kept in this browser, exported as one file that `synapse-publish gallery import` reads.
   A classic script, so that it works from a folder as well. Views before and after are in review-views.js. */
(function () {
    'use strict';

    var store = 'synapse-gallery-decisions';
    var desk = document.querySelector('[data-desk]');
    var cases = Array.from(document.querySelectorAll('[data-screen]'));
    var nameField = desk.querySelector('[data-name]');
    var filters = Array.from(desk.querySelectorAll('[data-filter]'));
    var views = new Map();
    var unfolded = new Set();
    var state = load();

    document.documentElement.classList.add('ga-js');

    /* Some browsers keep nothing for files; the review then lasts as long as the page. */
    function load() {
        try {
            var kept = JSON.parse(localStorage.getItem(store));
            if (kept && typeof kept === 'object' && kept.decisions) { return kept; }
        } catch (error) { /* nothing kept, or not readable */ }
        return { name: '', decisions: {} };
    }

    function save() {
        try { localStorage.setItem(store, JSON.stringify(state)); } catch (error) { /* see load */ }
    }

    function now() { return new Date().toISOString().slice(0, 19) + 'Z'; }

    function evidence(card) {
        var on = { content: card.dataset.content, template: card.dataset.template, tokens: card.dataset.tokens };
        if (card.dataset.picture) { on.picture = card.dataset.picture; }
        return on;
    }

    /* What was decided here, as long as it is about what is shown. Where both have pictures these count. */
    function decision(card) {
        var made = state.decisions[card.dataset.screen];
        var on = evidence(card);
        if (!made || made.template !== on.template || made.tokens !== on.tokens) { return null; }
        var isSame = made.picture && on.picture ? made.picture === on.picture : made.content === on.content;
        return isSame ? made : null;
    }

    function standing(card) {
        var made = decision(card);
        return made && made.verdict ? made.verdict : card.dataset.standing;
    }

    function isWaiting(card) { return card.hasAttribute('data-waiting'); }
    function needsDecision(card) { return !isWaiting(card) && ['undecided', 'stale'].indexOf(standing(card)) >= 0; }
    function isChanged(card) { return card.hasAttribute('data-changed') || card.dataset.standing === 'stale'; }

    function filter() {
        var chosen = filters.find(function (field) { return field.checked; });
        return chosen ? chosen.value : 'all';
    }

    function isWanted(card) {
        switch (filter()) {
        case 'open': return needsDecision(card) || isWaiting(card);
        case 'changed': return isChanged(card);
        default: return true;
        }
    }

    function show(card) {
        var made = decision(card);
        var words = card.querySelector('[data-words]');
        if (!words.dataset.first) { words.dataset.first = words.textContent; }
        var stands = standing(card);
        words.className = 'ga-standing ga-standing-' + stands;
        words.textContent = made && made.verdict
            ? (made.verdict === 'approved' ? 'Approved' : 'Rejected') + ' here, not yet exported'
            : words.dataset.first;
        card.querySelectorAll('[data-verdict]').forEach(function (button) {
            button.setAttribute('aria-pressed', String(Boolean(made) && made.verdict === button.dataset.verdict));
        });
        var isActive = card.contains(document.activeElement);
        card.hidden = !isWanted(card) && !isActive;
        fold(card, !needsDecision(card) && !isWaiting(card) && !isChanged(card) && !isActive && !unfolded.has(card));
    }

    function fold(card, isFolded) {
        card.classList.toggle('is-folded', isFolded);
        card.querySelector('[data-unfold]').setAttribute('aria-expanded', String(!isFolded));
    }

    function tally() {
        var open = cases.filter(needsDecision).length;
        var all = cases.filter(function (card) { return !isWaiting(card); }).length;
        var waiting = cases.length - all;
        desk.querySelector('[data-tally]').textContent = (all - open) + ' of ' + all + ' decided'
            + (waiting > 0 ? ', ' + waiting + (waiting === 1 ? ' waits' : ' wait') + ' for evidence' : '');
        var progress = desk.querySelector('[data-progress]');
        progress.max = all;
        progress.value = all - open;
        document.querySelector('[data-done]').hidden = cases.some(function (card) { return !card.hidden; });
    }

    function refresh() {
        cases.forEach(show);
        tally();
    }

    function decide(card, verdict) {
        if (isWaiting(card)) { return; }
        var made = decision(card);
        var next = Object.assign({ screen: card.dataset.screen, verdict: verdict, by: state.name, when: now(), comment: '' }, evidence(card));
        if (made) {
            next.comment = made.comment;
            if (made.verdict === verdict) { next.verdict = null; }
        }
        state.decisions[card.dataset.screen] = next;
        save();
        refresh();
    }

    function comment(card, text) {
        var made = decision(card) || Object.assign({ screen: card.dataset.screen, verdict: null, by: state.name, when: now() }, evidence(card));
        made.comment = text;
        state.decisions[card.dataset.screen] = made;
        save();
    }

    function lines() {
        return cases.map(decision).filter(function (made) { return made && made.verdict; }).map(function (made) {
            var line = {
                by: state.name.trim(), comment: made.comment || '', content: made.content, screen: made.screen, template: made.template,
                tokens: made.tokens, verdict: made.verdict, when: made.when
            };
            if (made.picture) { line.picture = made.picture; }
            return JSON.stringify(line);
        });
    }

    function exportAll() {
        if (!state.name.trim()) {
            nameField.focus();
            nameField.setAttribute('aria-invalid', 'true');
            desk.querySelector('[data-tally]').textContent = 'Say who decides first';
            return;
        }
        var link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([lines().join('\n') + '\n'], { type: 'application/json' }));
        link.download = 'gallery-decisions.json';
        document.body.append(link);
        link.click();
        link.remove();
        setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    }

    function current() {
        var inside = document.activeElement && document.activeElement.closest('[data-screen]');
        if (inside) { return inside; }
        return cases.find(function (card) { return !card.hidden && card.getBoundingClientRect().bottom > 160; }) || cases[0];
    }

    function go(step) {
        var inside = document.activeElement && document.activeElement.closest('[data-screen]');
        var shown = cases.filter(function (card) { return !card.hidden; });
        if (shown.length === 0) { return; }
        var at = inside ? shown.indexOf(inside) + step : shown.indexOf(current());
        var card = shown[Math.min(Math.max(at, 0), shown.length - 1)];
        card.focus({ preventScroll: true });
        refresh();
        card.scrollIntoView({ block: 'start' });
    }

    function turnTheme() {
        var root = document.documentElement;
        var isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        root.dataset.theme = isDark ? 'light' : 'dark';
    }

    var keys = {
        n: function () { go(1); },
        p: function () { go(-1); },
        a: function () { decide(current(), 'approved'); },
        r: function () { decide(current(), 'rejected'); },
        c: function () { var field = current().querySelector('[data-comment]'); if (field) { field.focus(); } },
        v: function () { var view = views.get(current()); if (view) { view.next(); } },
        t: turnTheme
    };

    document.addEventListener('keydown', function (event) {
        var isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && !/^(radio|range)$/.test(event.target.type);
        if (event.key === 'Escape' && isTyping) { event.target.blur(); }
        if (isTyping || event.ctrlKey || event.metaKey || event.altKey) { return; }
        var act = keys[event.key.toLowerCase()];
        if (act) {
            event.preventDefault();
            act();
        }
    });

    cases.forEach(function (card) {
        card.querySelectorAll('[data-verdict]').forEach(function (button) {
            button.addEventListener('click', function () { decide(card, button.dataset.verdict); });
        });
        card.querySelector('[data-unfold]').addEventListener('click', function () {
            if (card.classList.contains('is-folded')) { unfolded.add(card); } else { unfolded.delete(card); }
            fold(card, !unfolded.has(card));
        });
        var field = card.querySelector('[data-comment]');
        if (field) {
            var made = decision(card);
            field.value = made ? made.comment || '' : '';
            field.addEventListener('input', function () { comment(card, field.value); });
        }
        if (card.querySelector('[data-view]')) { views.set(card, window.galleryView(card.querySelector('[data-view]'))); }
    });
    /* Colours of tokens that are no longer ones stand in no style sheet. */
    document.querySelectorAll('[data-color]').forEach(function (dab) {
        if (/^#[0-9a-f]{3,8}$/i.test(dab.dataset.color)) {
            dab.setAttribute('data-is-color', '');
            dab.style.backgroundColor = dab.dataset.color;
        }
    });
    nameField.value = state.name;
    nameField.addEventListener('input', function () {
        state.name = nameField.value;
        nameField.removeAttribute('aria-invalid');
        save();
    });
    filters.forEach(function (field) {
        field.addEventListener('change', function () {
            unfolded.clear();
            refresh();
        });
    });
    desk.addEventListener('submit', function (event) { event.preventDefault(); });
    desk.querySelector('[data-export]').addEventListener('click', exportAll);
    desk.querySelector('[data-theme-turn]').addEventListener('click', turnTheme);
    refresh();
})();
