"""With text of twice the size nothing is cut or overlaps, or asks to scroll sideways."""

from __future__ import annotations

import os
from typing import Any

import pytest

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
    ),
]

PAGES = [
    "home",
    "visitors' home",
    "play",
    "new game",
    "new game of four",
    "ladder",
    "profile",
    "rules",
    "settings",
    "join",
    "log in",
    "blokus normal",
    "blokus 4 players busy",
    "dots-and-boxes 3 players",
    "speckles busy",
    "tink waiting",
    "quabble normal",
    "conquare over",
]

FAULTS = r"""() => {
  const found = [];
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push(`${wider} px wider than the window`);
  const named = (e) => e.tagName.toLowerCase() + " " +
    JSON.stringify((e.innerText || e.ariaLabel || e.value || "").trim().slice(0, 40));
  const style = (e) => getComputedStyle(e);
  const box = (e) => e.getBoundingClientRect();
  const hides = (e) => style(e).overflowX !== "visible" && style(e).display !== "contents";
  const over = (e) => {
    const all = [];
    for (let up = e.parentElement; up; up = up.parentElement) all.push(up);
    return all;
  };
  const texts = [...document.querySelectorAll(
    "a, button, summary, input, select, textarea, label, h1, h2, h3, p, b, li, td, th, time, " +
    ".tag, .badge",
  )].filter((e) => e.checkVisibility() && box(e).width > 1 &&
    e.matches(":not(.vh, .vh *, .asked *, .pcb, .marks *)") &&
    (e.innerText.trim() || e.matches("input, select, textarea")));
  for (const e of texts) {
    const field = e.matches("input, select, textarea");
    // what ends in dots on purpose is whole in the rows of the players
    const dots = style(e).textOverflow === "ellipsis";
    if (!field && !dots && style(e).display !== "inline") {
      if (e.scrollWidth > e.clientWidth + 1) found.push(`cut: ${named(e)}`);
      else if (e.matches(".badge, .btn, .card, b") && e.scrollHeight > e.clientHeight + 1) {
        found.push(`cut below: ${named(e)}`);
      }
    }
    const at = box(e);
    const cutter = over(e).find((up) => hides(up) &&
      (at.right > box(up).right + 1 || at.left < box(up).left - 1));
    if (cutter && !dots) found.push(`out of ${cutter.className}: ${named(e)}`);
    else if (at.right > innerWidth + 1 || at.left < -1) found.push(`beyond the edge: ${named(e)}`);
  }
  // lists that scroll up and down hide some of their lines; the bar at the foot floats
  const seen = (e) => !e.closest(".g-act, footer") && over(e).every((up) =>
    !/auto|scroll/.test(style(up).overflowY) ||
    (box(e).top >= box(up).top - 1 && box(e).bottom <= box(up).bottom + 1));
  const apart = texts.filter((e) => e.matches("a, button, summary, h1, h2") && seen(e));
  apart.forEach((one, i) => apart.slice(i + 1).forEach((two) => {
    if (one.contains(two) || two.contains(one)) return;
    const meet = [...one.getClientRects()].some((p) => [...two.getClientRects()].some((q) =>
      Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 &&
      Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4));
    if (meet) found.push(`overlap: ${named(one)}, ${named(two)}`);
  }));
  return [...new Set(found)];
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_text_of_twice_the_size_is_whole_and_in_reach(opened: Any, width: int, height: int) -> None:
    wrong: dict[str, list[str]] = {}
    for name in PAGES:
        page = opened(name, width, height)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if faults := page.evaluate(FAULTS):
            wrong[name] = faults
        page.close()
    assert wrong == {}


def test_a_ladder_is_a_table_on_a_phone_too(opened: Any) -> None:
    page = opened("ladder", 390, 844)
    cells = page.locator("tbody tr").first.locator("td").all()
    seen = [cell.bounding_box() for cell in cells if cell.is_visible()]
    assert len(seen) == 4
    assert len({(box["y"], box["height"]) for box in seen if box}) == 1
