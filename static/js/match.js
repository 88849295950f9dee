// The match on its page: the draft and how it is posted, news from others. Rules are the server's; the
// board is play.js's, older plies are replay.js's, and what is seen around the board panel.js's.
import { readGeometry } from "./draw.js";
import { ask, live, Offline, position, query } from "./live.js";
import { Panel, texts } from "./panel.js";
import { Play } from "./play.js";
import { Replay } from "./replay.js";
import { Tools } from "./tools.js";

/**
 * A module may take the board over, to play on from some ply for instance: `match.lend(guest)`, and
 * `match.takeBack()` when it has finished; until then the draft is put by. A guest answers
 *   position: what `Play.set` takes,  line(moves), why(picks, moves), allowed(), changed() as Play's host,
 *   bar() → [title, more, buttons, icon, HTML], see panel.js,  gone() when it has lost the board,
 *   can(by), step(by): a step back (-1) or on (1) in what it shows;  early(), refused(id, event) as Play's host.
 * Buttons get what they do in `match.acts`, by their data-act.
 */
class Match {
  constructor(root, data, Kind, board) {
    this.root = root;
    this.data = data;
    this.$ = (selector) => root.querySelector(selector);
    this.skew = data.now ? Date.parse(data.now) - Date.now() : 0; // how far the server's clock is ahead
    this.guest = null;
    const host = () => this.guest ?? this;
    this.play = new Kind(root, board, texts, {
      line: (moves) => host().line(moves),
      why: (picks, moves) => host().why(picks, moves),
      allowed: () => host().allowed(),
      changed: () => host().changed(),
      early: () => this.guest?.early(),
      refused: (id, event) => this.refused(id, event),
      look: () => (this.guest ? null : this.replay.look()),
      hovered: () => this.paint(),
      tell: (sentence) => this.tell(sentence),
      actions: true,
      name: (seat) => this.panel.name(seat),
      quiet: () => root.dataset.keys === "off",
      key: (key) => this.panel.speak(key),
    });
    this.panel = new Panel(this);
    this.tools = new Tools(this);
    this.replay = new Replay(this);
    this.heard = data.version; // the newest version of the match that a hint has told of
    this.begin();
    this.listen();
    root.classList.add("js");
    if (!this.replay.asked()) this.paint();
    this.restore();
  }

  get last() { return this.data.plies.length; }
  get latest() { return this.replay.ply === this.last; }
  get mine() { return this.data.status === "active" && this.data.me !== null && this.data.to_move === this.data.me; }
  get store() { return `plypost:${this.data.id}`; }
  get token() { return document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? ""; }

  line(moves) { return position(this.data.urls.line, { ply: this.data.ply, moves: moves.join(";") }); }

  async why(picks, moves) {
    return (await position(this.data.urls.why, { ply: this.data.ply, picks: picks.join("|"), moves: moves.join(";") })).message;
  }

  allowed() { return this.mine && this.latest && !this.posting; }

  paint() {
    this.play.paint();
    this.panel.paint();
  }

  tell(sentence) {
    this.notice = sentence;
    this.came = "";
    this.panel.paintBar();
  }

  refused(id, event) {
    if (this.posting) return;
    if (this.guest) this.guest.refused(id, event);
    else if (!this.latest) this.tell(this.replay.where());
    else if (this.data.status === "active" && this.data.me !== null) this.tell(texts.not_your_turn);
  }

  // --- whose the board is ---------------------------------------------------------------------------

  begin() {
    const { plies, legal, prompts, anchors, blocked, hint } = this.data;
    this.play.set({ marks: this.replay.marks(this.last), last: plies.at(-1)?.l ?? [], drawings: plies.at(-1)?.o ?? [], legal, prompts, anchors, blocked, hint });
  }

  lend(guest) {
    if (!this.guest) this.away = this.play.stash();
    this.guest = guest;
    this.notice = null;
    this.play.set(guest.position);
    this.paint();
  }

  takeBack() {
    const { guest } = this;
    if (!guest) return;
    this.guest = null;
    guest.gone();
    this.notice = null;
    this.play.unstash(this.away);
    this.paint();
  }

  // --- draft ----------------------------------------------------------------------------------

  changed() {
    this.notice = null;
    this.posted = null;
    this.came = "";
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
    if (!moves || this.posting || this.guest || !this.latest) return;
    this.key ??= crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
    this.save();
    this.notice = null;
    this.posting = true;
    const words = this.play.describe().title, had = this.last;
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
        this.save(); // a page out of the history would take the posted draft up again
        // answers that were planned may have come with it
        this.posted = this.panel.turn(this.data.plies.slice(had).filter((ply) => ply.s === this.data.me && ply.t && !ply.h)) ?? words;
        this.paint();
        // the count still has the move that was just posted
        const others = +document.documentElement.dataset.turns > 1 && !this.mine && this.root.dataset.after === "next";
        if (others) location.assign(this.data.urls.next);
        else this.$("h1")?.focus({ preventScroll: true });
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
      this.panel.paintClock();
      return;
    }
    if (fresh.status !== this.data.status && this.data.status === "open") {
      location.reload(); // the game has begun: bar, tray and menu are the server's to draw
      return;
    }
    if (this.latest && !this.guest && !this.play.any) {
      this.adopt(fresh);
      return;
    }
    const newer = fresh.version > (this.pending ?? this.data).version;
    this.pending = { ...this.data, ...fresh };
    this.skew = Date.parse(fresh.now) - Date.now();
    this.paint();
    if (newer) this.root.dispatchEvent(new Event("news"));
  }

  /** Read again if a hint came while we were busy. */
  catchUp(version) {
    if (this.heard > version) setTimeout(() => this.refresh(), 200);
  }

  /** Show a newer state of the match. */
  adopt(fresh, jump) {
    if (fresh.version < this.data.version) return;
    const follow = jump || this.latest;
    this.takeBack();
    this.pending = null;
    this.posted = null;
    this.came = this.panel.told(fresh.plies.slice(this.last));
    this.data = { ...this.data, ...fresh };
    this.skew = Date.parse(this.data.now) - Date.now();
    if (follow) this.replay.ply = this.last;
    if (jump && location.hash) this.replay.write();
    this.begin();
    this.paint();
    this.root.dispatchEvent(new Event("adopt"));
  }

  async show() {
    this.takeBack();
    const fresh = this.pending, kept = this.play.save(), had = this.play.any;
    this.adopt(fresh, true);
    if (!had) return;
    const still = await this.resume(kept);
    this.tell(still ? texts.stale_kept : texts.stale_dropped);
  }

  // --- events -----------------------------------------------------------------------------------

  listen() {
    const { root } = this;
    this.acts = {
      back: () => {
        this.retry(null);
        this.play.back();
      },
      post: () => this.post(),
      now: () => this.replay.go(this.last),
      show: () => this.show(),
      review: () => this.replay.go(0),
    };
    root.addEventListener("click", (e) => {
      const act = e.target.closest("[data-act]")?.dataset.act;
      if (this.acts[act]) {
        e.preventDefault();
        this.acts[act]();
      }
      const action = e.target.closest("[data-actions] [data-shape]");
      if (action) {
        e.preventDefault();
        this.play.choose(action.dataset.shape);
      }
      const cell = e.target.closest("#table [data-shape]");
      if (cell) {
        e.preventDefault();
        this.play.choose(cell.dataset.shape);
      }
      if (e.target.closest("[data-link]")) this.copy(e.target.closest("[data-link]"));
      if (e.target.closest("[data-table]")) this.$("#table").open = true;
      if (e.target.closest("[data-stay], [data-table]")) this.closeMenu();
    });
    root.addEventListener("submit", (e) => {
      if (e.target.matches("[data-typed]")) {
        e.preventDefault();
        import("./typed.js").then(({ typed }) => typed(this, e.target), () => this.tell(texts.offline));
      }
      if (!e.target.matches("[data-move]") || e.submitter?.hasAttribute("formaction")) return;
      e.preventDefault();
      this.post();
    });
    this.$("#table")?.addEventListener("toggle", () => this.panel.paintTable());
    for (const only of root.querySelectorAll("[data-link], [data-stay]")) only.hidden = false;
    for (const button of root.querySelectorAll("[data-draft]")) button.textContent = button.dataset.draft;
    this.tools.listen();
    const menu = this.$(".menu");
    // what asks once more opens below the edge of a menu that scrolls
    menu?.addEventListener("toggle", (e) => e.target !== menu && e.target.open && e.target.scrollIntoView({ block: "nearest" }), true);
    document.addEventListener("click", (e) => menu?.open && !menu.contains(e.target) && (menu.open = false));
    document.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && menu?.open) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
      if (e.target.closest?.("input:not(#typed), textarea, select, [contenteditable]")) return;
      if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
        e.preventDefault();
        this.post();
      }
    });
    addEventListener("online", () => this.again?.());
    setInterval(() => this.panel.paintClock(), 20000);
    if (this.data.urls.socket) {
      live(this.data.urls.socket, ({ match, version }) => {
        if (!match || version <= this.data.version) return;
        this.heard = version;
        this.refresh();
      }, () => this.refresh());
    }
  }

  async copy(button) {
    const link = String(new URL(button.dataset.link, location.href)) + (this.latest ? "" : `#${this.replay.ply}`);
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

const root = document.querySelector("[data-match]"), data = JSON.parse(document.getElementById("match-data").textContent);
const board = readGeometry(data.geometry);
const match = new Match(root, data, board.hand ? (await import("./hand.js")).Hand : Play, board);

// Trying moves comes along once something has been tried here, or when it is asked for.
if (root.dataset.study) {
  let loading;
  const load = () => (loading ??= Promise.all([import("./try.js"), position(root.dataset.study, {})])
    .then(([{ trial }, study]) => trial(match, study))
    .catch(() => {
      loading = null;
      match.tell(texts.offline);
    }));
  for (const act of ["try", "plan"]) match.acts[act] = async () => (await load()) && match.acts[act]();
  for (const button of root.querySelectorAll("[data-try]")) {
    button.hidden = false;
    button.addEventListener("click", () => match.acts.try());
  }
  if ("tried" in root.dataset) load();
}
