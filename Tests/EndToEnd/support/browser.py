"""Chromium, driven by Playwright: what a reader sees, and axe's opinion of it."""
from __future__ import annotations

import functools
import os
import shutil
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Iterator

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Playwright

from . import colours

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def launch(playwright: Playwright) -> Browser:
    found = [os.environ.get("CHROMIUM")] + [shutil.which(name) for name in PROGRAMS]
    program = next((path for path in found if path), None)
    assert program, "no Chromium found; scripts/bootstrap --test installs it, CHROMIUM names another one"
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"])


@dataclass
class Visit:
    """A page as it was opened, and everything that went wrong on the way."""
    page: Page
    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def faults(self, base: str) -> list[str]:
        elsewhere = [f"asks another host: {url}" for url in self.requests if not url.startswith((base, "data:"))]
        return ([f"console: {text}" for text in self.console] + [f"error: {text}" for text in self.errors] + elsewhere
                + [f"failed: {url}" for url in self.failed] + [f"dialog: {text}" for text in self.dialogs])


@contextmanager
def visit(browser: Browser, url: str, scheme: str = "light", viewport: dict = DESKTOP, scripts: bool = True, script_before: str = "",
          **options) -> Iterator[Visit]:
    """Opens a page in a fresh profile."""
    context = browser.new_context(color_scheme=scheme, viewport=viewport, java_script_enabled=scripts, **options)
    try:
        if script_before:
            context.add_init_script(script_before)
        page = context.new_page()
        yield watch(page, url)
    finally:
        context.close()


def watch(page: Page, url: str) -> Visit:
    seen = Visit(page)
    page.on("console", lambda m: seen.console.append(f"{m.type}: {m.text}"))
    page.on("pageerror", lambda e: seen.errors.append(str(e)))
    page.on("request", lambda r: seen.requests.append(r.url))
    # A page that is left while it loads drops what it was fetching; that is no fault of it.
    page.on("requestfailed", lambda r: None if r.failure == "net::ERR_ABORTED" else seen.failed.append(r.url))
    page.on("response", lambda r: seen.failed.append(f"{r.status} {r.url}") if r.status >= 400 else None)

    def dismiss(dialog):
        seen.dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.goto(url, wait_until="load")
    return seen


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send_error(self, code, *arguments, **options):
        """A missing file shows the site's own page for that, as a host would be set up to do."""
        own = Path(self.directory) / "404.html"
        if code != 404 or not own.exists():
            return super().send_error(code, *arguments, **options)
        body = own.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """The folder over HTTP on loopback; the value is its address, without a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def axe_violations(page: Page, only: list[str] | None = None) -> list[str]:
    """What axe-core finds, its rules for WCAG 2.2 included, one sentence an element. Documents in frames are looked at on their own."""
    page.evaluate(AXE_SCRIPT)
    chosen = {"runOnly": only} if only else {"rules": {"target-size": {"enabled": True}}}
    answer = page.evaluate("options => axe.run(document, options)", {"iframes": False, "resultTypes": ["violations"], **chosen})
    assert answer["passes"], "axe looked at nothing"
    return [f"{v['id']} ({v['impact']}): {' '.join(map(str, node['target']))}: {node['failureSummary']}"
            for v in answer["violations"] for node in v["nodes"]]


def faults_seen(seen: Visit, base: str, picture: Path, exempt: bool = False, whole: bool = True, rules: list[str] | None = None) -> list[str]:
    """Everything that is wrong with a page as it is shown. `exempt` are pages with emoji or pictures of the vault's own, which bring their
    own colours; `whole` looks at all of a long page and not only at its beginning; `rules` are those of axe, all where none is named."""
    found = seen.faults(base)
    found += [f"axe: {fault}" for fault in axe_violations(seen.page, rules)]
    found += [f"black: {fault}" for fault in seen.page.evaluate(BLACK_SCRIPT)]
    found += [f"overflow: {fault}" for fault in seen.page.evaluate(OVERFLOW_SCRIPT)]
    seen.page.screenshot(path=picture, full_page=whole)
    if not exempt and (count := colours.black_pixels(picture)):
        found.append(f"black: {count} pixels of the picture")
    if colours.distinct(picture) < 10:
        found.append("the page is next to blank")
    return found


BLACK_SCRIPT = """() => {
  const black = value => /rgba?\\(0, 0, 0(?:, (?!0\\))[\\d.]+)?\\)/.test(value), found = [];
  const shapes = 'path circle rect ellipse polyline polygon text tspan'.split(' ');
  for (const element of document.querySelectorAll('*')) {
    if (!element.checkVisibility || !element.checkVisibility()) continue;
    for (const part of [null, '::before', '::after', '::marker', '::placeholder']) {
      const style = getComputedStyle(element, part);
      if (part && (style.content === 'none' || style.content === 'normal') && part !== '::marker' && part !== '::placeholder') continue;
      if (part === '::marker' && style.display !== 'list-item' && getComputedStyle(element).display !== 'list-item') continue;
      if (part === '::placeholder' && !('placeholder' in element)) continue;
      const names = ['color', 'background-color', 'background-image', 'box-shadow', 'text-shadow', 'filter'];
      for (const side of ['top', 'right', 'bottom', 'left'])
        if (parseFloat(style['border-' + side + '-width']) > 0 && style['border-' + side + '-style'] !== 'none') names.push('border-' + side + '-color');
      if (parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none') names.push('outline-color');
      if (style.textDecorationLine !== 'none') names.push('text-decoration-color');
      if (!part && shapes.includes(element.localName)) names.push('fill');
      if (!part && element instanceof SVGElement && style.stroke !== 'none') names.push('stroke');
      for (const name of names)
        if (black(style.getPropertyValue(name)))
          found.push(`${element.localName}${element.id ? '#' + element.id : ''}.${[...element.classList].join('.')}${part || ''} ${name}: ${style.getPropertyValue(name)}`);
    }
  }
  return found;
}"""

OVERFLOW_SCRIPT = """() => {
  const width = document.documentElement.clientWidth, found = [];
  const scrolled = element => { for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
    const x = getComputedStyle(e).overflowX; if (e !== document.body && (x === 'auto' || x === 'scroll' || x === 'hidden' || x === 'clip')) return true; } return false; };
  if (document.scrollingElement.scrollWidth > width) found.push(`the page is ${document.scrollingElement.scrollWidth} px wide in a window of ${width}`);
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.right > width + 1 && element.checkVisibility() && !scrolled(element.parentElement))
      found.push(`${element.localName}.${[...element.classList].join('.')} ends at ${Math.round(box.right)} of ${width}: ${element.textContent.trim().slice(0, 40)}`);
  }
  return found.slice(0, 12);
}"""

# Runs before anything of the page: notes what the root element says when the first thing that can be painted comes.
FIRST_PAINT_SCRIPT = """new MutationObserver((_, observer) => {
  if (!document.body) return;
  const root = document.documentElement;
  window.themeAtFirstPaint = root.dataset.theme ?? null;
  observer.disconnect();
}).observe(document, {childList: true, subtree: true});"""


def text_size(page: Page, percent: int) -> None:
    page.evaluate("percent => { document.documentElement.style.fontSize = percent + '%'; }", percent)
    page.wait_for_timeout(50)


def lightness(page: Page) -> float:
    """How light the ground of the page is, 0 to 1: the mean of the channels of the body's (or else the root's) background."""
    return page.evaluate("""() => {
      for (const element of [document.body, document.documentElement]) {
        const channels = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
        if (channels.length === 3 || channels[3] > 0) return (channels[0] + channels[1] + channels[2]) / 765;
      }
      return 1;
    }""")
