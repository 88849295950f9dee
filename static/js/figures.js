// Boards to try things on, in rules and on the front page.
import { readGeometry } from "./draw.js";
import { position, query } from "./live.js";
import { Play } from "./play.js";

const texts = JSON.parse(document.getElementById("board-words").textContent);

/**
 * `<figure data-board data-src="…line/?…" data-pick="a|b">`: a position to play on locally. Its picture
 * is replaced by a board once that has come. Inside, all optional: [data-tray], [data-say],
 * [data-again], [data-bar] (shown when there is something to say), and a form with input[name=moves],
 * [data-post], [data-back]: then a complete draft waits for that form.
 */
class Figure {
  constructor(root) {
    this.root = root;
    this.$ = (selector) => root.querySelector(selector);
    this.src = new URL(root.dataset.src, location.href);
    this.form = this.$("form:has([name=moves])");
    this.first = this.$("[data-say]")?.textContent; // what is said while nothing has been picked
    this.given = (this.src.searchParams.get("moves") ?? "").split(";").filter(Boolean);
    this.start();
  }

  async start() {
    let data;
    try {
      data = await position(this.src, { full: 1 });
    } catch {
      return; // the picture stays
    }
    this.data = data;
    this.place(data.svg);
    const board = readGeometry(data.geometry);
    const Kind = board.hand ? (await import("./hand.js")).Hand : Play;
    this.play = new Kind(this.root, board, texts, {
      line: (moves) => this.line(moves),
      why: async (picks, moves) => (await position(this.to(data.urls.why), { picks: picks.join("|"), moves: this.all(moves) })).message,
      allowed: () => !this.over && !this.busy,
      look: () => null,
      changed: () => this.changed(),
      hovered: () => this.paint(),
      tell: (sentence) => this.say(sentence),
      nameless: true,
    });
    this.$("[data-again]")?.addEventListener("click", () => this.reset());
    this.$("[data-back]")?.addEventListener("click", () => this.play.back());
    this.reset();
  }

  /** Put the board where the picture was, cut out and named like it; several boards share no ids. */
  place(markup) {
    const holder = document.createElement("template");
    holder.innerHTML = markup;
    const board = holder.content.firstElementChild, old = this.$("svg.board");
    if (old && !old.classList.contains("mini")) {
      for (const name of ["viewBox", "aria-label", "class"]) board.setAttribute(name, old.getAttribute(name));
    }
    if (old) old.replaceWith(board);
    else this.root.prepend(board);
    const { x, y, width, height } = board.viewBox.baseVal;
    for (const hit of board.querySelectorAll(".hit, .hitl")) {
      const box = hit.getBBox(), cx = box.x + box.width / 2, cy = box.y + box.height / 2;
      if (cx < x || cy < y || cx > x + width || cy > y + height) hit.remove();
    }
    this.root.classList.add("js");
  }

  /** The address with the figure's seats and options. */
  to(url) {
    const gaps = Object.fromEntries(this.src.searchParams);
    delete gaps.full;
    return query(url, gaps);
  }

  all(moves) { return [...this.given, ...this.moves, ...moves].join(";"); }

  line(moves) { return position(this.to(this.data.urls.line), { moves: this.all(moves) }); }

  reset() {
    this.moves = [];
    this.set(this.data, []);
    for (const id of this.root.dataset.pick?.split("|") ?? []) if (this.play.node.kids.has(id)) this.play.pick(id);
    this.changed();
  }

  set(data, last) {
    this.over = data.over;
    this.now = data;
    this.play.set({ ...data, last });
  }

  async changed() {
    this.paint();
    const moves = this.play.moves;
    if (this.form) {
      this.form.querySelector("[name=moves]").value = (moves ?? []).join(";");
      this.form.hidden = !this.play.any;
      for (const button of this.form.querySelectorAll("[data-post]")) button.disabled = !moves;
      return;
    }
    if (!moves || this.busy) return;
    const last = this.play.held ? [] : this.play.ids;
    this.busy = true;
    try {
      const answer = await this.line(moves);
      this.moves.push(...moves);
      this.busy = false;
      this.set(answer, last);
      this.paint();
    } catch {
      this.busy = false;
      this.play.clear();
      this.paint();
      this.say(texts.offline);
    }
  }

  paint() {
    this.play.paint();
    if (!this.play.any && !this.moves.length) this.say(this.first);
    else if (this.over) this.say([this.now.summary, texts.over].filter(Boolean)[0]);
    else {
      const { title, more } = this.play.describe();
      this.say(this.play.any ? title : more);
    }
    const again = this.$("[data-again]");
    if (again) again.hidden = !this.moves.length && !this.play.any;
    const rest = this.$("[data-rest]");
    if (rest) rest.hidden = this.play.any;
  }

  say(sentence) {
    const line = this.$("[data-say]");
    if (!line) return;
    line.textContent = sentence ?? "";
    const bar = this.$("[data-bar]");
    if (bar) bar.hidden = !sentence && this.$("[data-again]")?.hidden !== false;
  }
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    new Figure(target);
  }
}, { rootMargin: "400px" });
for (const figure of document.querySelectorAll("[data-board][data-src]")) seen.observe(figure);
