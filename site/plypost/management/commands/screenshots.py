from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from plypost.browsers import Browsers
from plypost.scratch import scratch_site

WIDTHS = {1440: 900, 768: 1024, 390: 844}
"""Width and height of the windows in pixels."""

SCHEMES = ("light", "dark")


class Command(BaseCommand):
    """Pictures of every page at three widths, light and dark, named as those of the design."""

    help = "Take pictures of every page of a site with fixed people and games."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to, and which."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--only", default="", help="pages whose names begin so, by commas")
        parser.add_argument("--port", type=int, default=0, help="of the scratch site")

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed, visit, write."""
        folder: Path = options["folder"]
        folder.mkdir(parents=True, exist_ok=True)
        only = tuple(name for name in options["only"].split(",") if name)
        with Browsers() as browsers, scratch_site(options["port"]) as (address, shown):
            pages = {
                name: page
                for name, page in shown.pages.items()
                if not only or name.startswith(only)
            }
            if not pages:
                raise CommandError(f"No page is called so; there are {', '.join(shown.pages)}.")
            for name, (path, signed_in) in pages.items():
                for width, height in WIDTHS.items():
                    for scheme in SCHEMES:
                        file = folder / f"{name}-{width}-{scheme}.png"
                        with browsers.page(
                            address,
                            shown.session if signed_in else "",
                            width=width,
                            height=height,
                            scheme=scheme,
                        ) as page:
                            page.goto(path)
                            draft(page, shown.drafts.get(name, []))
                            page.wait_for_load_state("networkidle")
                            page.screenshot(path=file, full_page=name != "new-game")
                        self.stdout.write(str(file))


def draft(page: Any, shapes: list[str]) -> None:
    """Pick these shapes as a player would, and leave them unsent."""
    if shapes:
        page.wait_for_function("document.querySelector('main.js')")
    for shape in shapes:
        place = page.locator(f"[id='s-{shape}']")
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(200)
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
