/* What one screen of a review shows: live, as a picture, before and after, swept, and what differs. */
window.galleryView = function (root) {
    'use strict';

    var names = { live: 'Live', picture: 'Picture', sides: 'Side by side', sweep: 'Slider', mask: 'Difference' };
    var modes = root.querySelector('[data-modes]');
    var strip = Array.from(root.querySelectorAll('[data-shot]'));
    var sides = Array.from(root.querySelectorAll('.ga-side'));
    var sweep = root.querySelector('[data-sweep]');
    var frames = sides.map(function (side) { return side.querySelector('.ga-device'); });
    var shot = strip.find(isChanged) || strip[0];
    var mode = isChanged(shot) ? 'sides' : 'live';

    function value(button, side, kind) { return button.getAttribute('data-' + side.dataset.theme + (kind ? '-' + kind : '')); }
    function isChanged(button) { return sides.some(function (side) { return value(button, side, 'before'); }); }

    function possible() {
        var has = function (kind) { return sides.some(function (side) { return value(shot, side, kind); }); };
        return ['live'].concat(has('picture') ? ['picture'] : [], has('before') ? ['sides', 'sweep'] : [], has('mask') ? ['mask'] : []);
    }

    function picture(source, words) {
        var image = document.createElement('img');
        image.src = source;
        image.alt = words;
        image.width = Number(shot.dataset.width);
        image.height = Number(shot.dataset.height);
        image.decoding = 'async';
        return image;
    }

    function figure(images, words, kind) {
        var box = document.createElement('figure');
        box.className = 'ga-shot ga-shot-' + shot.dataset.form + (kind ? ' ga-shot-' + kind : '');
        box.append.apply(box, images);
        var caption = document.createElement('figcaption');
        caption.textContent = words;
        box.append(caption);
        return box;
    }

    /* The pictures of one theme in the mode that is chosen. */
    function figures(side) {
        var title = shot.firstChild.textContent + ', ' + side.dataset.theme;
        var after = value(shot, side, 'picture');
        var before = value(shot, side, 'before');
        var share = value(shot, side, 'share');
        var changed = share ? share + ' of the pixels changed' : 'Unchanged';
        if (!before || mode === 'picture') { return [figure([picture(after, title)], mode === 'picture' ? '' : changed)]; }
        if (mode === 'sides') {
            return [figure([picture(before, title + ', approved')], 'Approved'), figure([picture(after, title + ', now')], 'Now, ' + share)];
        }
        if (mode === 'mask' && value(shot, side, 'mask')) {
            return [figure([picture(value(shot, side, 'mask'), title + ', difference')], changed)];
        }
        var over = picture(before, title + ', approved');
        over.className = 'ga-over';
        return [figure([picture(after, title + ', now'), over], 'Approved | now', 'sweep')];
    }

    function place() {
        var at = sweep.querySelector('input').value;
        root.querySelectorAll('.ga-over').forEach(function (image) { image.style.clipPath = 'inset(0 ' + (100 - at) + '% 0 0)'; });
        root.querySelectorAll('.ga-shot-sweep').forEach(function (box) { box.style.setProperty('--at', at + '%'); });
    }

    function live(side, frame) {
        frame.hidden = false;
        frame.className = 'ga-device ga-device-half' + (shot.dataset.form === 'phone' ? '' : ' ga-device-' + shot.dataset.form);
        var inner = frame.querySelector('iframe');
        if (inner.getAttribute('src') !== value(shot, side)) {
            inner.src = value(shot, side);
            inner.title = shot.firstChild.textContent + ', ' + side.dataset.theme + ', picture';
        }
    }

    function draw() {
        if (possible().indexOf(mode) < 0) { mode = possible().length > 2 ? 'sides' : 'live'; }
        strip.forEach(function (button) { button.setAttribute('aria-pressed', String(button === shot)); });
        root.classList.toggle('is-wide', ['tablet', 'desktop'].indexOf(shot.dataset.form) >= 0);
        modes.hidden = possible().length < 2;
        modes.replaceChildren.apply(modes, possible().map(function (name) {
            var button = document.createElement('button');
            button.type = 'button';
            button.textContent = names[name];
            button.setAttribute('aria-pressed', String(name === mode));
            button.addEventListener('click', function () {
                mode = name;
                draw();
                modes.querySelector('[aria-pressed=true]').focus();
            });
            return button;
        }));
        sides.forEach(function (side, index) {
            side.querySelectorAll('.ga-shot').forEach(function (old) { old.remove(); });
            if (mode === 'live') {
                live(side, frames[index]);
            } else {
                frames[index].hidden = true;
                side.append.apply(side, figures(side));
            }
        });
        root.classList.toggle('is-live', mode === 'live');
        sweep.hidden = mode !== 'sweep';
        place();
    }

    strip.forEach(function (button) {
        button.addEventListener('click', function () {
            var wasChanged = mode !== 'live' && mode !== 'picture';
            shot = button;
            if (!wasChanged && mode === 'live' && isChanged(shot)) { mode = 'sides'; }
            draw();
        });
    });
    sweep.querySelector('input').addEventListener('input', place);
    draw();
    return {
        next: function () {
            var all = possible();
            mode = all[(all.indexOf(mode) + 1) % all.length];
            draw();
        }
    };
};
