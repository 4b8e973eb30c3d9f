#!/usr/bin/env python3
"""The house rules that a program can check, over every file that Git knows or would take.

A line is exempt from a rule when it, or the line above it, carries a comment `lint: allow RULE because REASON`.
Exit 0 when nothing is found, 1 otherwise. Needs Python's standard library and Git only.
"""
from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Callable, Iterator

# Who may use whom: a target depends only on targets of a lower layer; the renderers stand side by side and SwiftPM forbids circles.
LAYERS = {"Markdown": 1, "Canvas": 1, "Packing": 0, "Snapshot": 1, "Mustache": 1, "Layout": 1, "HTTPServer": 1, "Site": 2, "Theme": 3, "HTML": 3, "Feeds": 3, "Search": 3, "Graph": 3,
          "Gallery": 3, "Archive": 3, "Publishing": 4, "synapse-publish": 5}
RENDERERS = {"Theme", "HTML", "Feeds", "Search", "Graph", "Gallery"}
# Our own declarations of calls that the system's headers hide from Swift; every other C library has one owner.
SHARED_C = {"CSystem"}
# Beside the libraries' folders: how one is loaded on first use.
LATE = "Sources/CLibraries/late.h"

PURE_FOLDERS = ("Sources/Markdown/", "Sources/Canvas/", "Sources/Packing/", "Sources/Site/", "Sources/Renderers/")
CODE = {".swift", ".py", ".js", ".css", ".html", ".mustache", ".c", ".h", ".sh"}
PAINTED = {".css", ".svg", ".html", ".mustache", ".js", ".swift", ".json"}
NAMED = ("black|white|red|green|blue|gray|grey|silver|yellow|orange|purple|violet|indigo|teal|navy|maroon|olive|lime|aqua|cyan|fuchsia|"
         "magenta|pink|brown|gold|beige|ivory|crimson|tomato|coral|salmon|slategray|slategrey|whitesmoke|gainsboro|snow")
HEX = r"(?<![&\w])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])"
FUNCTION = r"\b(?:rgb|hsl)a?\(\s*\.?\d|\b(?:hwb|lab|lch|oklab|oklch)\(\s*\.?\d"
BLACK = re.compile(
    r"(?<![&\w])#(?:000[0-9a-f]?|000000(?:[0-9a-f]{2})?)(?![\w-])|rgba?\(\s*0\s*[, ]\s*0\s*[, ]\s*0\b"
    r"|hsla?\(\s*[\d.]+(?:deg)?\s*[, ]\s*[\d.]+%\s*[, ]\s*0%|\bokl(?:ch|ab)\(\s*0(?:%|\s)"
    r"|(?:fill|stroke|color|background|stop-color|border[a-z-]*|outline)\s*[:=]\s*[\"']?[^;\"'{}]*\bblack\b"
    r"|RGB\(\s*hex:\s*0(?:x0+)?\s*\)|RGB\(\s*red:\s*0,\s*green:\s*0,\s*blue:\s*0\s*\)|\"hex\":\s*\"#000000\"", re.I)


@dataclass(frozen=True, order=True)
class Fault:
    path: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.message}"


Found = Iterator[tuple[int, str]]
RULES: dict[str, tuple[Callable[[PurePosixPath], bool], Callable[[str, str], Found]]] = {}


def rule(name: str, applies: Callable[[PurePosixPath], bool]):
    def register(check: Callable[[str, str], Found]):
        RULES[name] = (applies, check)
        return check
    return register


def inside(path: PurePosixPath, *tops: str) -> bool:
    return path.parts[0] in tops


def written_by_hand(path: PurePosixPath) -> bool:
    return not {"Fixtures", "Goldens", "Examples"} & set(path.parts)


def matching(pattern: re.Pattern[str], text: str, message: str) -> Found:
    for number, line in enumerate(text.splitlines(), 1):
        for match in pattern.finditer(line):
            yield number, message.format(match.group(0).strip())


def without_comments(path: str, text: str) -> str:
    """The text with its comments (and, in HTML and SVG, its link targets) blanked, line by line as before. A `//` in a URL stays."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    if path.endswith((".swift", ".js")):
        return re.sub(r"(?<![:\"'\w/])//[^\n]*", blank, re.sub(r"/\*.*?\*/", blank, text, flags=re.S))
    if path.endswith(".css"):
        return re.sub(r"/\*.*?\*/", blank, text, flags=re.S)
    return re.sub(r"<!--.*?-->|\bhref=(?:\"[^\"]*\"|'[^']*')", blank, text, flags=re.S)


def declarations(css: str) -> str:
    """The style sheet with its selectors blanked, so that `#add:hover` is no colour."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r"[^{};]*\{", blank, css)


@rule("machine-path", written_by_hand)
def machine_path(path: str, text: str) -> Found:
    roots = "|".join(["wo" + "rk", "ro" + "ot", "fa" + "rm", "ho" + r"me/[a-z0-9_-]+", "Us" + r"ers/[A-Za-z0-9_-]+", "tm" + "p/w"])
    return matching(re.compile(rf"(?:^|(?<=[^\w.]))/(?:{roots})/"), text, "a path of one machine: {}")


@rule("pure-black", lambda path: inside(path, "Sources", "public", "templates") and path.suffix in PAINTED)
def pure_black(path: str, text: str) -> Found:
    return matching(BLACK, without_comments(path, text), "pure black is painted nowhere: {}")


@rule("colour-literal", lambda path: inside(path, "Sources", "public", "templates") and path.suffix in PAINTED - {".json"})
def colour_literal(path: str, text: str) -> Found:
    text = without_comments(path, text)
    message = "colours come from templates/tokens.json: {}"
    if path.endswith(".swift"):
        pattern = rf"\"[^\"\n]*?(?:{HEX}|{FUNCTION})|RGB\(\s*(?:hex:\s*0x[0-9a-fA-F]+|red:\s*\d+,\s*green:\s*\d+)|set_source_rgba?\(\w+,\s*[\d.]+,"
        return matching(re.compile(pattern), text, message)
    if path.endswith(".css"):
        # A name may be part of an identifier (`--red-strong`) or a font; a value stands after a colon or a blank.
        return matching(re.compile(rf"{HEX}|{FUNCTION}|(?<=[:\s,])(?:{NAMED})(?=\s*[;,!)}}\s])", re.I), declarations(text), message)
    attribute = rf"(?:fill|stroke|color|stop-color|flood-color|content)\s*[=:]\s*[\"'](?:{NAMED})[\"']"
    return matching(re.compile(rf"(?<!url\()(?:{HEX})|{FUNCTION}|{attribute}", re.I), text, message)


@rule("long-file", lambda path: inside(path, "Sources", "Tests", "scripts", "bench", "public") and path.suffix in CODE and written_by_hand(path))
def long_file(path: str, text: str) -> Found:
    lines = text.count("\n")
    if lines > 300 and not re.search(r"(?:over|longer than|more than) 300 lines[^\n]{10,}", text, re.I):
        yield 1, f"{lines} lines; say why in a comment (`over 300 lines because …`) or split it"


@rule("leftover", lambda path: inside(path, "Sources", "Tests", "scripts", "bench", "public", "templates") and written_by_hand(path))
def leftover(path: str, text: str) -> Found:
    return matching(re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "HA" + "CK", "X" + "XX"]) + r")\b"), text, "unfinished: {}")


@rule("escape-hatch", lambda path: inside(path, "Sources") and path.suffix == ".swift")
def escape_hatch(path: str, text: str) -> Found:
    yield from matching(re.compile(r"\btry!|\bas!|\bfatalError\(|@_silgen_name|@unsafe\b"), without_comments(path, text), "not used here: {}")
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if re.search(r"@unchecked\s+Sendable|nonisolated\(unsafe\)|@preconcurrency", line.split("//")[0]):
            around = [lines[n].strip() for n in (number - 2, number) if 0 <= n < len(lines)]
            if "//" not in line and not any(other.startswith("//") for other in around):
                yield number, "needs its proof in a comment beside it"


@rule("differs-by-machine", lambda path: str(path).startswith(PURE_FOLDERS) and path.suffix == ".swift")
def differs_by_machine(path: str, text: str) -> Found:
    pattern = (r"\bDate\(\)|\bDate\.now\b|\b(?:Locale|TimeZone|Calendar)\.(?:current|autoupdatingCurrent)\b|\.random\(|\.shuffled\(\)|\.randomElement\("
               r"|\.hashValue\b|\bHasher\(\)|\bUUID\(\)|\bProcessInfo\.processInfo\b|\bContinuousClock\b|\bgetenv\(|String\(format:")
    return matching(re.compile(pattern), without_comments(path, text), "the same snapshot gives the same bytes on any machine, any day: {}")


@rule("inline-code", lambda path: inside(path, "public", "templates") and path.suffix in {".html", ".mustache", ".svg"})
def inline_code(path: str, text: str) -> Found:
    pattern = r"<script(?![^>]*\bsrc=)[^>]*>|<style\b|\sstyle=|\son[a-z]+=|javascript:"
    return matching(re.compile(pattern, re.I), without_comments(path, text), "the Content-Security-Policy forbids it: {}")


@rule("other-host", lambda path: inside(path, "public", "templates") and path.suffix in {".html", ".mustache", ".css", ".js", ".svg"})
def other_host(path: str, text: str) -> Found:
    pattern = r"(?:\bsrc=|@import|url\(|fetch\(|importScripts\(|<link\b[^>]*href=)\s*[\"']?(?:https?:)?//[^\s\"')>]+"
    return matching(re.compile(pattern, re.I), text, "nothing is asked of another host: {}")


def targets(manifest: str) -> dict[str, set[str]]:
    """Targets of Package.swift with their dependencies, as the helper functions of the manifest declare them."""
    found = {}
    pattern = re.compile(r"\b(module|library|tests)\(\s*\"(\w+)\"(?:,\s*\[([^\]]*)\])?|executableTarget\(\s*name:\s*\"([\w-]+)\",\s*dependencies:\s*\[([^\]]*)\]")
    for match in pattern.finditer(manifest):
        kind, name, dependencies = match.group(1), match.group(2) or match.group(4), match.group(3) or match.group(5) or ""
        if kind == "library":
            dependencies = ""
        found[f"{name}Tests" if kind == "tests" else name] = set(re.findall(r"\"([\w-]+)\"", dependencies))
    return found


def imports(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |internal |package |private |fileprivate )?import\s+(?:(?:struct|class|enum|func|protocol|let|var|typealias)\s+)?(\w+)", line)
        if match:
            yield number, match.group(1)


def arrows(manifest: str, sources: dict[str, str]) -> Iterator[Fault]:
    """The import arrows of ARCHITECTURE.md: in the manifest, and in every file."""
    known = targets(manifest)
    libraries = set(re.findall(r"\blibrary\(\s*\"(\w+)\"", manifest)) - SHARED_C
    owners: dict[str, set[str]] = {}
    for name, dependencies in sorted(known.items()):
        if name not in LAYERS:
            continue
        for other in sorted(dependencies):
            if other in LAYERS:
                peers = name in RENDERERS and other in RENDERERS
                if not peers and LAYERS[other] >= LAYERS[name]:
                    yield Fault("Package.swift", 1, "arrow", f"{name} may not depend on {other}: arrows point down only")
            elif other in libraries:
                owners.setdefault(other, set()).add(name)
    for library, users in sorted(owners.items()):
        if len(users) > 1:
            yield Fault("Package.swift", 1, "arrow", f"{library} has more than one owner: {', '.join(sorted(users))}")
    for path, text in sorted(sources.items()):
        parts = PurePosixPath(path).parts
        if parts[0] != "Sources" or parts[1] == "CLibraries":
            continue
        target = parts[2] if parts[1] == "Renderers" else parts[1]
        for number, name in imports(text):
            if name in known and name not in known.get(target, set()):
                yield Fault(path, number, "arrow", f"{target} imports {name} and does not declare it in Package.swift")


def allowed(lines: list[str], number: int, name: str) -> bool:
    pattern = re.compile(rf"lint: allow {re.escape(name)} because \S.{{8,}}")
    return any(0 < n <= len(lines) and pattern.search(lines[n - 1]) for n in (number, number - 1))


def check(files: dict[str, str]) -> list[Fault]:
    """Every fault in the files, given as path → text."""
    faults = []
    for path, text in files.items():
        lines = text.splitlines()
        for name, (applies, find) in RULES.items():
            if applies(PurePosixPath(path)):
                faults += [Fault(path, number, name, message) for number, message in find(path, text) if not allowed(lines, number, name)]
        if path.startswith("Sources/CLibraries/") and path != LATE and PurePosixPath(path).name not in {"module.modulemap", "shim.h", "shim.c", "include.h"}:
            faults.append(Fault(path, 1, "c-library", "a folder of CLibraries holds module.modulemap and shim.h, nothing else"))
    if "Package.swift" in files:
        faults += arrows(files["Package.swift"], {path: text for path, text in files.items() if path.endswith(".swift")})
    return sorted(faults)


def tracked(root: Path) -> dict[str, str]:
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, check=True, capture_output=True).stdout
    files = {}
    for name in filter(None, names.decode().split("\0")):
        path = root / name
        if path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" not in data[:8192]:
            files[name] = data.decode("utf-8", "replace")
    return files


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    faults = check(tracked(root))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
