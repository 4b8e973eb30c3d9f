"""A vault that keeps its nights and shows them, for the tests of time in the site: what it says on each night, and what it must not say today."""
from __future__ import annotations

import json
from pathlib import Path

from .program import succeed

# Each was public once, and is private or gone today.
LOST = ["Secret plan", "secret-plan", "purple submarine", "Zanzibarium", "Vanished page", "vanished-page", "hidden-figures", "Forsaken"]
SUBMARINE = "The purple submarine leaves the northern harbour at seven on every Tuesday."


def page(title: str, *text: str, **keys: str) -> str:
    front = "".join(f"{key}: {value}\n" for key, value in ({"title": title, "type": "concept"} | keys).items())
    return f"---\n{front}---\n\n" + "\n\n".join(text) + "\n"


def story() -> list[dict[str, str]]:
    """Five nights; on the fourth nothing is another."""
    first = {
        "alpha": page("Alpha", "# Alpha", "Alpha says one & <two>.", "See [[Beta]], [[Secret plan]], [[secret-plan|a label]] and [[Vanished page]].",
                      "Within: [[#Later]]. ![[Beta]]", "## Later", "A file: [[hidden-figures.csv]]. See [[Never written]]."),
        "beta": page("Beta", "The quick brown fox jumps over the lazy dog near the river.", "Seen from [[Alpha]]."),
        "secret-plan": page("Secret plan", "Everybody may read this for now.", "[[hidden-figures.csv]]", "[[Alpha]]"),
        "vanished-page": page("Vanished page", "Soon gone. [[Alpha]]"),
        "moved": page("Moved", SUBMARINE, "And what stays. [[Beta]]"),
        "mention": page("Mention", "Once this named the Secret plan in its text.", "[[Alpha]]"),
        "quote": page("Quote", "It quotes the Forsaken idea.", "[[Alpha]]"),
        "forsaken-idea": page("Forsaken idea", "For nobody.", publish="false"),
        "opened": page("Opened", "Zanzibarium is for later.", publish="false"),
        "still": page("Still", "Nothing ever changes here. [[Never written]]"),
        "日本": page("日本語", "これは最初の文です。[[Alpha]]", lang="ja"),
    }
    second = first | {"alpha": first["alpha"].replace("says one", "says another"), "opened": page("Opened", "Here it is. [[Alpha]]"),
                      "日本": first["日本"].replace("最初", "二番目")}
    third = {name: text for name, text in second.items() if name not in ("vanished-page", "forsaken-idea")} | {
        "quote": page("Quote", "It quotes nothing.", "[[Alpha]]"),
        "alpha": page("Alpha", "# Alpha", "Alpha says another & <two>.", "See [[Beta]].", "## Later", "No file. See [[Never written]]."),
        "secret-plan": page("Secret plan", SUBMARINE, "[[hidden-figures.csv]]", publish="false"),
        "moved": page("Moved", "And what stays. [[Beta]]"), "mention": page("Mention", "Once this named something.", "[[Alpha]]"),
        "beta": second["beta"].replace("lazy dog", "sleeping cat")}
    fifth = third | {"alpha": third["alpha"].replace("No file.", "No file, still.")}
    return [first, second, third, third, fifth]


def day(number: int) -> str:
    """From 1."""
    return f"2026-03-{number:02}"


def snapshot(folder: Path, pages: dict[str, str], number: int) -> Path:
    """The pull of a night. The program's clock is not asked."""
    vault = folder / "vault"
    for path in (vault / "wiki").glob("*") if vault.exists() else []:
        path.unlink()
    for name, text in pages.items():
        (vault / "wiki").mkdir(parents=True, exist_ok=True)
        (vault / f"wiki/{name}.md").write_text(text)
    (vault / "raw/sources").mkdir(parents=True, exist_ok=True)
    (vault / "raw/sources/hidden-figures.csv").write_text("a,b\n1,2\n")
    out = folder / f"snapshot-{number}"
    succeed("pull", vault, "--out", out)
    pull = out / "pull.json"
    pull.write_text(json.dumps(json.loads(pull.read_text()) | {"finished": f"{day(number)}T02:30:00Z"}))
    return out


def timemap(path: Path) -> list[tuple[str, dict[str, str]]]:
    """The links of a time map with their attributes (RFC 6690, section 2)."""
    links = []
    for line in path.read_text().rstrip("\n").split(",\n"):
        target, _, rest = line.partition(">;")
        assert target.startswith("<"), line
        links.append((target[1:], {key: value.strip('"') for key, value in (part.split("=", 1) for part in rest.split(";"))}))
    return links
