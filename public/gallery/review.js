/* Decisions of a review: kept in this browser, exported as one file that `synapse-publish gallery import` reads.
   A classic script, so that it works from a folder as well. */
(function () {
    'use strict';

    var store = 'synapse-gallery-decisions';
    var desk = document.querySelector('[data-desk]');
    var cases = Array.from(document.querySelectorAll('[data-screen]'));
    var nameField = desk.querySelector('[data-name]');
    var onlyOpen = desk.querySelector('[data-open]');
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
        return { content: card.dataset.content, template: card.dataset.template, tokens: card.dataset.tokens };
    }

    /* What was decided here, as long as it is about what is shown. */
    function decision(card) {
        var made = state.decisions[card.dataset.screen];
        var on = evidence(card);
        if (!made || made.content !== on.content || made.template !== on.template || made.tokens !== on.tokens) { return null; }
        return made;
    }

    function standing(card) {
        var made = decision(card);
        return made && made.verdict ? made.verdict : card.dataset.standing;
    }

    function needsDecision(card) { return ['undecided', 'stale'].indexOf(standing(card)) >= 0; }

    function show(card) {
        var made = decision(card);
        var words = card.querySelector('[data-words]');
        if (!words.dataset.first) { words.dataset.first = words.textContent; }
        var now = standing(card);
        words.className = 'ga-standing ga-standing-' + now;
        words.textContent = made && made.verdict
            ? (made.verdict === 'approved' ? 'Approved' : 'Rejected') + ' here, not yet exported'
            : words.dataset.first;
        card.querySelectorAll('[data-verdict]').forEach(function (button) {
            button.setAttribute('aria-pressed', String(Boolean(made) && made.verdict === button.dataset.verdict));
        });
        card.hidden = onlyOpen.checked && !needsDecision(card) && card !== document.activeElement;
    }

    function tally() {
        var open = cases.filter(needsDecision).length;
        desk.querySelector('[data-tally]').textContent = open === 0 ? 'Everything is decided' : open + ' of ' + cases.length + ' need a decision';
    }

    function refresh() {
        cases.forEach(show);
        tally();
    }

    function decide(card, verdict) {
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
            return JSON.stringify({
                by: state.name.trim(), comment: made.comment || '', content: made.content, screen: made.screen, template: made.template,
                tokens: made.tokens, verdict: made.verdict, when: made.when
            });
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
        var shown = cases.filter(function (card) { return !card.hidden; });
        if (shown.length === 0) { return; }
        var inside = document.activeElement && document.activeElement.closest('[data-screen]');
        var at = inside ? shown.indexOf(inside) + step : shown.indexOf(current());
        var card = shown[Math.min(Math.max(at, 0), shown.length - 1)];
        card.focus({ preventScroll: true });
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
        c: function () { current().querySelector('[data-comment]').focus(); },
        t: turnTheme
    };

    document.addEventListener('keydown', function (event) {
        var isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== 'checkbox';
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
        var field = card.querySelector('[data-comment]');
        var made = decision(card);
        field.value = made ? made.comment || '' : '';
        field.addEventListener('input', function () { comment(card, field.value); });
    });
    nameField.value = state.name;
    nameField.addEventListener('input', function () {
        state.name = nameField.value;
        nameField.removeAttribute('aria-invalid');
        save();
    });
    onlyOpen.addEventListener('change', refresh);
    desk.addEventListener('submit', function (event) { event.preventDefault(); });
    desk.querySelector('[data-export]').addEventListener('click', exportAll);
    desk.querySelector('[data-theme-turn]').addEventListener('click', turnTheme);
    refresh();
})();
