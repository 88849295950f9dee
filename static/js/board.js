// The game page: draft and post, the bar, the log, replay of every ply, news from others.
// Also boards to try things on (figures). Rules are the server's; boards come from draw.js and play.js.
import { changed, escape, fill, readGeometry } from "./draw.js";
import { live } from "./live.js";
import { Play } from "./play.js";

const block = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const texts = block("board-words") ?? {};

class Offline extends Error {}

/** JSON from the server as {status, data}; throws `Offline` if there was no proper answer. */
async function ask(url, options) {
  let answer;
  try {
    answer = await fetch(url, { credentials: "same-origin", headers: { Accept: "application/json", ...options?.headers }, ...options });
  } catch {
    throw new Offline();
  }
  if (answer.status >= 500 || !answer.headers.get("Content-Type")?.includes("json")) throw new Offline();
  return { status: answer.status, data: await answer.json() };
}

const query = (url, gaps) => {
  const at = new URL(url, location.href);
  for (const [key, value] of Object.entries(gaps)) at.searchParams.set(key, value);
  return at;
};

async function position(url, gaps) {
  const { status, data } = await ask(query(url, gaps));
  if (status !== 200) throw new Error(data.message);
  return data;
}

// --- the game page ---------------------------------------------------------------------------

class Match {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.$ = (selector) => root.querySelector(selector);
    this.skew = data.now ? Date.parse(data.now) - Date.now() : 0; // how far the server's clock is ahead
    this.play = new Play(root, readGeometry(data.geometry), texts, {
      line: (moves) => position(data.urls.line, { ply: this.data.ply, moves: moves.join(";") }),
      why: async (picks, moves) => (await position(data.urls.why, { ply: this.data.ply, picks: picks.join("|"), moves: moves.join(";") })).message,
      allowed: () => this.mine && this.latest && !this.posting,
      refused: () => this.refused(),
      look: () => this.look(),
      changed: () => this.changed(),
      hovered: () => this.paint(),
      tell: (sentence) => this.tell(sentence),
      quiet: () => root.dataset.keys === "off",
      key: (key) => this.speak(key),
    });
    this.ply = this.last;
    this.heard = data.version; // the newest version of the match that a hint has told of
    this.begin();
    this.listen();
    root.classList.add("js");
    const asked = /^#(\d+)$/.exec(location.hash);
    if (asked) this.go(+asked[1], false);
    else this.paint();
    this.restore();
  }

  get last() { return this.data.plies.length; }
  get latest() { return this.ply === this.last; }
  get mine() { return this.data.status === "active" && this.data.me !== null && this.data.to_move === this.data.me; }
  get store() { return `plypost:${this.data.id}`; }

  /** The player at a seat, by number. */
  seat(n) { return this.data.seats.find((seat) => seat.seat === n); }
  name(n) { return this.seat(n)?.name ?? ""; }

  /** The marks after so many plies; no request. */
  marks(ply) {
    let marks = { ...this.data.start };
    for (const { d } of this.data.plies.slice(0, ply)) {
      for (const id in d) {
        if (d[id]) marks[id] = d[id];
        else delete marks[id];
      }
    }
    return marks;
  }

  begin() {
    const { plies, legal, prompts, anchors, blocked, hint } = this.data;
    this.play.set({ marks: this.marks(this.last), last: plies.at(-1)?.l ?? [], drawings: plies.at(-1)?.o ?? [], legal, prompts, anchors, blocked, hint });
  }

  look() {
    if (this.latest) return null;
    const ply = this.data.plies[this.ply - 1];
    return { marks: this.marks(this.ply), last: ply?.l ?? [], drawings: ply?.o ?? [] };
  }

  // --- draft ----------------------------------------------------------------------------------

  changed() {
    this.notice = null;
    this.posted = null;
    this.key = null;
    this.retry(null);
    this.save();
    this.paint();
  }

  save() {
    try {
      if (this.play.any) localStorage.setItem(this.store, JSON.stringify({ ply: this.data.ply, key: this.key, ...this.play.save() }));
      else localStorage.removeItem(this.store);
    } catch {
      // a browser that keeps nothing: the draft lives as long as the page
    }
  }

  async restore() {
    let kept;
    try {
      kept = JSON.parse(localStorage.getItem(this.store));
    } catch {
      kept = null;
    }
    if (!kept) return;
    if (kept.ply !== this.data.ply || !this.mine) {
      localStorage.removeItem(this.store);
      return;
    }
    await this.resume(kept);
    this.paint();
  }

  /** Take a draft up again; drop it if it is not possible any more. */
  async resume(kept) {
    if (this.mine && (await this.play.restore(kept))) {
      this.key = kept.key ?? null;
      this.save();
      return true;
    }
    this.begin();
    this.save();
    return false;
  }

  async post() {
    const moves = this.play.moves;
    if (!moves || this.posting || !this.latest) return;
    this.key ??= crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
    this.save();
    this.notice = null;
    this.posting = true;
    const words = this.play.describe().title;
    this.paint();
    const slow = setTimeout(() => this.$("[data-act=post]")?.classList.add("busy"), 300);
    try {
      const { status, data } = await ask(this.data.urls.moves, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token, "Idempotency-Key": this.key },
        body: JSON.stringify({ ply: this.data.ply, moves, key: this.key }),
      });
      this.posting = false;
      this.retry(null);
      if (status < 300) {
        this.play.clear();
        this.adopt(data.match ?? data, true);
        this.posted = this.play.board.hand ? "" : words;
        this.posted = fill(texts.posted, { move: this.data.plies.at(-1)?.w ?? words });
        this.paint();
        this.$("h1")?.focus({ preventScroll: true });
      } else await this.rejected(status, data);
    } catch (error) {
      this.posting = false;
      if (!(error instanceof Offline)) throw error;
      this.offline = true;
      this.retry(() => this.post());
      this.paint();
    } finally {
      clearTimeout(slow);
      this.catchUp(this.data.version);
      this.$("[data-act=post]")?.classList.remove("busy");
    }
  }

  get token() { return document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? ""; }

  /** Try again by itself, later and when the network is back; `null` ends it. */
  retry(again) {
    clearTimeout(this.timer);
    this.again = again;
    if (!again) {
      this.offline = false;
      this.waits = 0;
      return;
    }
    this.waits = Math.min((this.waits || 2) * 2, 60);
    this.timer = setTimeout(again, this.waits * 1000);
  }

  async rejected(status, data) {
    const kept = { ply: this.data.ply, ...this.play.save() };
    this.key = null;
    let fresh = data.match;
    if (!fresh && status !== 400) fresh = await this.fetch();
    let sentence = data.message || texts.refused;
    if (fresh) {
      this.adopt(fresh, true);
      const still = await this.resume(kept);
      if (this.mine) sentence = `${data.message ?? ""} ${still ? texts.stale_kept : texts.stale_dropped}`.trim();
    }
    this.tell(sentence);
  }

  // --- news -------------------------------------------------------------------------------------

  async fetch() {
    try {
      const { status, data } = await ask(query(this.data.urls.self, { slim: 1 }));
      return status === 200 ? data : null;
    } catch {
      return null;
    }
  }

  /** Something may have changed: read the match again, and show it unless somebody is busy here. */
  async refresh() {
    if (this.reading || this.posting) return;
    this.reading = true;
    const fresh = await this.fetch();
    this.reading = false;
    if (!fresh || this.posting) return;
    this.catchUp(fresh.version);
    if (fresh.version <= this.data.version) {
      this.skew = Date.parse(fresh.now) - Date.now();
      this.paintClock();
      return;
    }
    if (fresh.status !== this.data.status && this.data.status === "open") {
      location.reload(); // the game has begun: bar, tray and menu are the server's to draw
      return;
    }
    if (this.latest && !this.play.any) {
      this.adopt(fresh);
      return;
    }
    this.pending = fresh;
    this.paint();
  }

  /** Read again if a hint came while we were busy. */
  catchUp(version) {
    if (this.heard > version) setTimeout(() => this.refresh(), 200);
  }

  /** Show a newer state of the match. */
  adopt(fresh, jump) {
    if (fresh.version < this.data.version) return;
    const follow = jump || this.latest;
    this.pending = null;
    this.posted = null;
    this.data = { ...this.data, ...fresh };
    this.skew = Date.parse(this.data.now) - Date.now();
    if (follow) this.ply = this.last;
    if (jump && location.hash) history.replaceState(null, "", location.pathname + location.search);
    this.begin();
    this.paint();
  }

  async show() {
    const fresh = this.pending, kept = this.play.save(), had = this.play.any;
    this.adopt(fresh, true);
    if (!had) return;
    const still = await this.resume(kept);
    this.tell(still ? texts.stale_kept : texts.stale_dropped);
  }

  // --- replay -----------------------------------------------------------------------------------

  go(ply, write = true) {
    this.ply = Math.max(0, Math.min(this.last, ply));
    this.notice = null;
    if (write) history.replaceState(null, "", this.latest ? location.pathname + location.search : `#${this.ply}`);
    this.paint();
  }

  // --- what is seen -----------------------------------------------------------------------------

  paint() {
    this.root.classList.toggle("turn", this.mine);
    this.root.classList.toggle("done", this.data.status === "finished");
    this.root.classList.toggle("back", !this.latest);
    this.play.paint();
    this.paintBar();
    this.paintLog();
    this.paintPlayers();
    this.paintStatus();
    this.paintClock();
  }

  tell(sentence) {
    this.notice = sentence;
    this.paintBar();
  }

  refused() {
    if (this.posting) return;
    if (!this.latest) this.tell(fill(texts.looking_back, { ply: this.ply, plies: this.last }));
    else if (this.data.status === "active" && this.data.me !== null) this.tell(texts.not_your_turn);
  }

  /** The one line of state and its buttons: [title, more, buttons, icon]. */
  bar() {
    const { data, play } = this;
    if (this.posting) return [this.offline ? texts.posting_again : texts.posting, "", ["post"]];
    if (this.offline) return [texts.offline, texts.offline_retry, ["back", "post"]];
    if (!this.latest) {
      const title = this.ply ? fill(texts.looking_back, { ply: this.ply, plies: this.last }) : texts.at_start;
      const more = [this.data.plies[this.ply - 1]?.w, play.any ? texts.draft_kept : ""].filter(Boolean).join(". ");
      return [title, this.notice ?? more, this.pending ? ["now", "show"] : ["now"]];
    }
    if (this.pending) {
      const by = this.pending.plies.at(-1);
      const name = this.pending.plies.length > this.last ? this.name(by.s) : "";
      return [name ? fill(texts.has_moved, { name }) : texts.game_changed, play.any ? texts.draft_kept : "", ["show"]];
    }
    if (this.mine) {
      const { title, more, icon } = play.describe();
      const buttons = play.any ? ["back", "post"] : [];
      return this.notice ? [this.notice, title, buttons] : [title, more, buttons, icon];
    }
    if (this.notice) return [this.notice, "", []];
    if (data.status === "finished") return [data.outcome_text, data.summary, ["rematch", "review"]];
    if (data.status !== "active") return [data.outcome_text || texts.seeking, "", ["link"]];
    const mover = this.seat(data.to_move);
    const waiting = fill(mover?.bot ? texts.thinking : texts.to_move, { name: mover?.name ?? "" });
    if (this.posted) return [this.posted, mover?.bot ? waiting : fill(texts.posted_wait, { name: mover?.name ?? "" }), ["next"]];
    return [waiting, data.me === null ? data.summary : "", data.me === null ? [] : ["next"]];
  }

  paintBar() {
    const [title, more, buttons, icon] = this.bar();
    put(this.$("[data-title]"), (icon ?? "") + `<span>${escape(title ?? "")}</span>`);
    put(this.$("[data-more]"), escape(more ?? ""));
    for (const button of this.root.querySelectorAll("[data-act]")) button.hidden = !buttons.includes(button.dataset.act);
    const post = this.$("[data-act=post]");
    if (post) post.disabled = this.posting || !this.play.moves;
  }

  paintLog() {
    const list = this.$(".mv");
    if (!list) return;
    for (let n = list.children.length + 1; n <= this.last; n++) {
      const ply = this.data.plies[n - 1];
      list.insertAdjacentHTML("beforeend", `<li><i>${n}</i><a href="#${n}" data-ply="${n}">${escape(ply.w)}</a></li>`);
    }
    while (list.children.length > this.last) list.lastChild.remove();
    [...list.children].forEach((row, i) => {
      const on = i + 1 === this.ply;
      if (on === row.classList.contains("on")) return;
      row.classList.toggle("on", on);
      if (on) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    const row = list.children[this.ply - 1];
    if (row && this.seen !== this.ply) {
      this.seen = this.ply;
      list.scrollTop = row.offsetTop - (list.clientHeight - row.clientHeight) / 2;
    }
    put(this.$("[data-count]"), `${this.ply} / ${this.last}`);
    for (const button of this.root.querySelectorAll("[data-go]")) {
      button.disabled = ["first", "prev"].includes(button.dataset.go) ? this.ply === 0 : this.latest;
    }
  }

  paintPlayers() {
    for (const seat of this.data.seats) {
      const row = this.$(`[data-seat="${seat.seat}"]`);
      if (!row) continue;
      row.classList.toggle("on", this.data.status === "active" && seat.seat === this.data.to_move);
      const glyphs = row.querySelector("[data-colours]");
      const colours = seat.colours.join(" ");
      if (glyphs && glyphs.dataset.colours !== colours) this.swapGlyphs(seat.seat, colours);
      put(row.querySelector("[data-end]"), this.rowEnd(seat));
    }
  }

  /** Two seats exchange colours (the pie rule): their pictures change places. */
  swapGlyphs(n, colours) {
    const mine = this.$(`[data-seat="${n}"] [data-colours]`);
    const other = [...this.root.querySelectorAll("[data-colours]")].find((one) => one.dataset.colours === colours);
    if (!other) return;
    [mine.innerHTML, other.innerHTML] = [other.innerHTML, mine.innerHTML];
    [mine.dataset.colours, other.dataset.colours] = [other.dataset.colours, mine.dataset.colours];
  }

  rowEnd(seat) {
    const { data } = this;
    const parts = [];
    if (seat.score !== null) {
      const now = this.play.kept.length && seat.seat === data.me ? this.play.now.scores?.[seat.seat] : null;
      const more = now !== null && now !== undefined ? now - seat.score : 0;
      const words = more > 0 ? texts.row_points_draft : seat.score === 1 ? texts.row_point : texts.row_points;
      parts.push(escape(fill(words, { points: minus(seat.score), more })));
    }
    if (seat.out) parts.push(escape(texts[`row_${seat.out}`]));
    else if (data.status === "finished" && data.seats.length > 2 && seat.place) parts.push(escape(fill(texts.row_place, { place: seat.place })));
    else if (data.status === "active" && seat.seat === data.to_move && seat.score === null) parts.push(escape(texts.row_to_move));
    if (data.status === "finished" && seat.change !== null && seat.change !== undefined) {
      parts.push(`<span class="${seat.change < 0 ? "dn" : "up"}">${seat.change < 0 ? "" : "+"}${minus(seat.change)}</span>`);
    }
    return parts.join(" · ");
  }

  /** The heading; the server's own word for it after a reload, the same here. */
  verdict() {
    const { data } = this;
    const me = this.seat(data.me);
    if (data.status === "active") return this.mine ? texts.your_move : fill(data.me === null ? texts.to_move : texts.waiting, { name: this.name(data.to_move) });
    if (data.status === "finished") {
      const firsts = data.seats.filter((seat) => seat.place === 1);
      if (!me) return firsts.length === 1 ? fill(texts.winner, { name: firsts[0].name }) : texts.draw;
      if (me.place === 1) return firsts.length === 1 ? texts.won : texts.draw;
      return data.seats.length === 2 ? texts.lost : fill(texts.place, { place: me.place, seats: data.seats.length });
    }
    return data.status === "open" ? texts.seeking : texts.aborted;
  }

  paintStatus() {
    if (this.shownVersion === this.data.version) return;
    // the first heading is the server's
    if (this.shownVersion !== undefined) put(this.$("h1"), escape(this.verdict()));
    this.shownVersion = this.data.version;
    const svg = this.play.canvas.svg;
    if (this.first !== undefined) svg.setAttribute("aria-label", `${this.data.name}, ${this.last}, ${this.verdict()}`);
    this.first = this.last;
    const off = this.$("[data-resign]");
    if (off) off.hidden = this.data.status !== "active" || !!this.seat(this.data.me)?.out;
    const ply = this.root.querySelector("input[name=ply]");
    if (ply) ply.value = this.data.ply;
  }

  paintClock() {
    const box = this.$("[data-left]");
    if (!box) return;
    const left = this.left();
    box.hidden = left === null;
    if (left === null) return;
    const time = box.querySelector("time");
    put(time, escape(spell(left)));
    if (time.dateTime !== this.data.deadline) {
      time.dateTime = this.data.deadline;
      time.title = new Date(this.data.deadline).toLocaleString();
    }
    const { limit } = this.data;
    box.classList.toggle("soon", left < (limit ? Math.max(limit / 4, Math.min(limit / 4, 21600)) : 21600) * 1000);
  }

  /** Milliseconds left for the player to move, or null. */
  left() {
    if (this.data.status !== "active" || !this.data.deadline) return null;
    return Math.max(0, Date.parse(this.data.deadline) - Date.now() - this.skew);
  }

  /** Keys that only tell something. */
  speak(key) {
    const { data } = this;
    if (key === "m") this.tell(this.ply ? fill(texts.last_was, { move: data.plies[this.ply - 1].w }) : texts.no_moves);
    else if (key === "t") this.tell(this.left() === null ? texts.no_limit : fill(texts.time_left, { time: spell(this.left()) }));
    else if (key === "s") {
      const told = data.seats.filter((seat) => seat.score !== null).map((seat) => fill(texts.score, { name: seat.name, points: minus(seat.score) }));
      this.tell(told.join(". ") || texts.no_score);
    } else if (key === "b") this.tell([this.verdict(), data.summary].filter(Boolean).join(". "));
  }

  // --- events -----------------------------------------------------------------------------------

  listen() {
    const { root } = this;
    const acts = {
      back: () => {
        this.retry(null);
        this.play.back();
      },
      post: () => this.post(),
      now: () => this.go(this.last),
      show: () => this.show(),
      review: () => this.go(0),
      rematch: null,
      next: null,
    };
    root.addEventListener("click", (e) => {
      const act = e.target.closest("[data-act]")?.dataset.act;
      if (acts[act]) {
        e.preventDefault();
        acts[act]();
      }
      const step = e.target.closest("[data-go]")?.dataset.go;
      if (step) this.go({ first: 0, prev: this.ply - 1, next: this.ply + 1, last: this.last }[step]);
      const ply = e.target.closest("[data-ply]");
      if (ply) {
        e.preventDefault();
        this.go(+ply.dataset.ply);
      }
      const cell = e.target.closest("#table [data-shape]");
      if (cell) {
        e.preventDefault();
        this.play.choose(cell.dataset.shape);
        this.paintTable();
      }
      if (e.target.closest("[data-link]")) this.copy(e.target.closest("[data-link]"));
      if (e.target.closest("[data-table]")) this.$("#table").open = true;
      if (e.target.closest("[data-stay], [data-table]")) this.closeMenu();
    });
    root.addEventListener("submit", (e) => {
      if (!e.target.matches("[data-move]")) return;
      e.preventDefault();
      this.post();
    });
    this.$("#table")?.addEventListener("toggle", () => this.paintTable());
    for (const only of root.querySelectorAll("[data-link], [data-stay]")) only.hidden = false;
    const menu = this.$(".menu");
    document.addEventListener("click", (e) => menu?.open && !menu.contains(e.target) && (menu.open = false));
    document.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && menu?.open) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
      if (e.target.closest?.("input, textarea, select, [contenteditable]")) return;
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.post();
      if (e.ctrlKey || e.metaKey || e.altKey || root.dataset.keys === "off") return;
      if (e.key === ",") this.go(this.ply - 1);
      if (e.key === ".") this.go(this.ply + 1);
    });
    addEventListener("hashchange", () => {
      const asked = /^#(\d+)$/.exec(location.hash);
      if (asked) this.go(+asked[1], false);
    });
    addEventListener("online", () => this.again?.());
    setInterval(() => this.paintClock(), 20000);
    if (this.data.urls.socket) {
      live(this.data.urls.socket, ({ match, version }) => {
        if (!match || version <= this.data.version) return;
        this.heard = version;
        this.refresh();
      }, () => this.refresh());
    }
  }

  paintTable() {
    for (const link of this.root.querySelectorAll("#table [data-shape]")) put(link, escape(this.play.canvas.label(link.dataset.shape)));
  }

  async copy(button) {
    const link = String(new URL(button.dataset.link, location.href)) + (this.latest ? "" : `#${this.ply}`);
    this.closeMenu();
    try {
      await navigator.clipboard.writeText(link);
      this.tell(texts.copied);
    } catch {
      this.tell(link);
    }
  }

  closeMenu() {
    for (const open of this.root.querySelectorAll(".menu[open], .menu [open]")) open.open = false;
  }
}

const minus = (n) => String(n).replace("-", "−");

function put(element, html) {
  if (!element || element.shown === html) return;
  element.innerHTML = element.shown = html;
}

/** "3 d", "1 d 4 h", "14 h", "3 h 12 min", "42 min". */
function spell(ms) {
  const all = Math.floor(ms / 60000), h = Math.floor(all / 60), d = Math.floor(h / 24), min = all % 60;
  if (ms <= 0) return texts.time_up;
  if (d >= 2) return fill(texts.d, { d: Math.floor((all + 720) / 1440) });
  if (d) return fill(texts.d_h, { d, h: h - 24 * d });
  if (h >= 6) return fill(texts.h, { h });
  if (h) return fill(texts.h_min, { h, min });
  return fill(texts.min, { min });
}

// --- boards to try things on -------------------------------------------------------------------

/**
 * `<figure data-board data-src="…line/?…" data-pick="a|b">`: a position to play on locally. Its picture
 * is replaced by a board once that has come. Inside, all optional: [data-tray], [data-say],
 * [data-again], [data-bar] (shown when there is something to say), and a form with input[name=moves],
 * [data-post], [data-back]: then a complete draft waits for that form.
 */
export class Figure {
  constructor(root) {
    this.root = root;
    this.$ = (selector) => root.querySelector(selector);
    this.src = new URL(root.dataset.src, location.href);
    this.form = this.$("form:has([name=moves])");
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
    this.play = new Play(this.root, readGeometry(data.geometry), texts, {
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
    this.first ??= line.textContent;
    put(line, escape(sentence ?? ""));
    const bar = this.$("[data-bar]");
    if (bar) bar.hidden = !sentence && this.$("[data-again]")?.hidden !== false;
  }
}

const data = block("match-data");
const root = document.querySelector("[data-match]");
if (data && root) new Match(root, data);

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    new Figure(target);
  }
}, { rootMargin: "400px" });
for (const figure of document.querySelectorAll("[data-board][data-src]")) seen.observe(figure);
