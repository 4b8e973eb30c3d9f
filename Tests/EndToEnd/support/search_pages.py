"""Folders of Markdown as pages for the `search-index` tool. Good enough to measure an index with; not a Markdown parser."""
from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from .program import REPOSITORY

MARKUP = re.compile(r"!?\[\[(?:[^\]|]*?\\?\|)?([^\]|]*)\]\]|\]\([^)]*\)|\[\^\w+\]:?|^\s*(?:[>*-]\s+)+|\[!\w+\]|==|~~|[*`|\[]", re.M)


def plain(text: str) -> str:
    return MARKUP.sub(lambda m: m.group(1) or "", text)


def page(path: str, markdown: str) -> dict:
    front, body = {}, markdown
    if match := re.match(r"---\n(.*?)\n---\n", markdown, re.S):
        body = markdown[match.end():]
        for line in match.group(1).split("\n"):
            key, colon, value = line.partition(":")
            if colon and not key.startswith((" ", "-")):
                front[key] = value.strip()
    listed = lambda key: [unquoted(v.strip()) for v in front.get(key, "").strip("[]").split(",") if v.strip()]
    title, tags = unquoted(front.get("title", "")) or Path(path).stem, listed("tags")
    body = re.sub(r"^(```|~~~).*?^\1\s*$|^\$\$.*?\$\$", "", body, flags=re.S | re.M)
    sections = [{"heading": "", "id": "", "text": ""}]
    for part in re.split(r"^(#{1,6} .*)$", body, flags=re.M):
        if re.match(r"#{1,6} ", part):
            heading = plain(part.lstrip("# ").strip())
            if heading != title:
                sections.append({"heading": heading, "id": heading.lower().replace(" ", "-"), "text": ""})
        elif part.strip():
            sections[-1]["text"] += re.sub(r"(?<!\n)\n(?![\n>*|-])", " ", plain(part).strip()) + "\n"
    domain = next((t[7:] for t in tags if t.startswith("domain/")), None)
    return {"address": path.removesuffix(".md") + ".html", "title": title, "aliases": listed("aliases"), "type": front.get("type"),
            "domain": front.get("domain", domain), "tags": [t for t in tags if not t.startswith("domain/")], "sections": sections}


def unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace('\\"', '"')
    return value


def folder(root: Path) -> list[dict]:
    files = sorted(path for path in root.rglob("*.md"))
    return [page(path.relative_to(root).as_posix(), path.read_text("utf-8", "replace")) for path in files]


def make_index(pages: list[dict], out: Path, jobs: int = 2) -> dict:
    """Writes the index of `pages` below `out`, with the script; returns what it took."""
    tool = next((t for t in (REPOSITORY / f".build/{kind}/search-index" for kind in ("release", "debug")) if t.exists()), None)
    if tool is None:
        subprocess.run(["swift", "build", "--product", "search-index"], cwd=REPOSITORY, check=True)
        tool = REPOSITORY / ".build/debug/search-index"
    lines = "\n".join(json.dumps(page) for page in pages)
    done = subprocess.run([tool, out, str(jobs)], input=lines.encode(), capture_output=True, check=True)
    (out / "assets").mkdir(parents=True, exist_ok=True)
    (out / "assets/search.js").write_bytes((REPOSITORY / "public/search.js").read_bytes())
    return json.loads(done.stdout)
