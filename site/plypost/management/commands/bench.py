from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from games.management.commands import bench
from plypost.browsers import Browsers
from plypost.scratch import scratch_site
from plypost.weights import BUDGETS, CATEGORIES, LEAST, PAGES, lighthouse, measure


class Command(bench.Command):
    """`bench rules` of `games`, and `bench pages`: a JSON line per page, and what is over."""

    help = "Measure the rules of the games beside other engines, or the pages against budgets."
    subjects = (*bench.Command.subjects, "pages")

    def add_arguments(self, parser: CommandParser) -> None:
        """`--lighthouse` and `--port` are for `pages`."""
        super().add_arguments(parser)
        parser.add_argument("--lighthouse", action="store_true", help="with Lighthouse, by npx")
        parser.add_argument("--port", type=int, default=0, help="of the scratch site")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start a scratch site and look at it."""
        if options["what"] != "pages":
            super().handle(*args, **options)
            return
        self.stdout.write(json.dumps({"budgets": {**BUDGETS, "lighthouse": LEAST}}))
        over = []
        with Browsers() as browsers, scratch_site(options["port"]) as (address, shown):
            for name in PAGES:
                figures = measure(browsers, address, shown, name)
                if options["lighthouse"]:
                    figures["lighthouse"] = lighthouse(address, shown, name)
                self.stdout.write(json.dumps(figures))
                over += exceeded(figures)
        self.stdout.write("\n".join(over) or "Everything is within its budget.")


def exceeded(figures: dict[str, Any]) -> list[str]:
    """A sentence for each figure that is over its budget."""
    page = figures["page"]
    over = [
        f"{page}: {key} is {figures[key]}, the budget is {most}."
        for key, most in BUDGETS.items()
        if figures[key] > most
    ]
    marks = figures.get("lighthouse", {})
    over += [
        f"{page}: Lighthouse gives {marks[key]} for {key}, wanted are {LEAST}."
        for key in CATEGORIES
        if marks.get(key, 100) < LEAST
    ]
    if not figures.get("board_before_script", True):
        over.append(f"{page}: the board is not painted before scripts come.")
    return over
