// Trying moves from any ply, for oneself alone: branches, and conditional moves made of them. Nothing here
// can post: the board is lent by match.js, and a move that arrives meanwhile waits until it is asked for.
import { escape, fill } from "./draw.js";
import { ask, Offline, position } from "./live.js";
import { texts } from "./panel.js";

const log = document.getElementById("pane-moves"), plans = document.getElementById("plan");
const texted = (moves) => moves.map((move) => move.t).join(";");
let match, said; // the Match of match.js; the sentences for all this
const post = (method, body) => ({
  method,
  headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": match.token },
  body: JSON.stringify(body),
});
const begins = (whole, start) => start.every((move, i) => whole[i]?.t === move.t);

class Trial {
  constructor(study) {
    this.study = study;
    this.queue = Promise.resolve();
    this.ticket = null;
    this.waiting = []; // picks made while a position is on its way
    this.seen = new Map(); // positions shown before
    Object.assign(match.acts, {
      try: () => this.begin(match.replay.ply),
      plan: () => this.begin(match.last),
      "try-undo": () => this.back(),
      "try-add": () => this.add(),
      "try-plan": () => this.plan(),
      "try-ask": () => this.ask(),
      "try-leave": () => this.leave(),
    });
    match.root.addEventListener("click", (e) => this.clicked(e));
    match.root.addEventListener("adopt", () => {
      this.seen.clear();
      this.list(); // the log has plies now that a branch may begin at
      this.refresh();
    });
    match.root.addEventListener("news", () => this.refresh());
    document.addEventListener("look", () => this.refresh());
    document.getElementById("plan")?.addEventListener("submit", (e) => this.submitted(e));
    this.list();
    if (study.dropped) match.tell(said.plan_dropped);
    else match.paint();
  }

  get on() { return match.guest === this; }

  /** Moves may be planned here: the other player's turn in the present position of a match of two. */
  get planning() {
    const { data } = match;
    return this.study.can_plan && !match.pending && data.status === "active" && data.to_move !== data.me && this.ply === data.ply;
  }

  // --- as the board's guest (see match.js) ------------------------------------------------------------

  get position() { return this.now; }
  allowed() { return !this.busy && !this.now.over; }
  line(moves) { return position(match.data.urls.line, { ply: this.ply, moves: [texted(this.moves), ...moves].filter(Boolean).join(";") }); }

  async why(picks, moves) {
    const all = [texted(this.moves), ...moves].filter(Boolean).join(";");
    return (await position(match.data.urls.why, { ply: this.ply, picks: picks.join("|"), moves: all })).message;
  }

  changed() {
    const { play } = match;
    match.notice = this.advice = null;
    // a piece in the hand can still be turned, and some moves may be picked further
    if (play.moves && !play.held && !play.node.kids.size) this.add();
    else match.paint();
  }

  early() { return this.busy && !this.asking; }

  /** A pick comes early: it is made when the position is there. A second tap on the same shape is none. */
  refused(id, event) {
    if (this.early() && !match.play.ids.includes(id)) this.waiting.push([id, event]);
  }

  gone() {
    this.ticket = null;
    this.busy = false;
    this.waiting = [];
    this.mark();
  }

  bar() {
    const { play, data } = match, { now, moves } = this;
    const leave = "try-leave", undo = play.any || moves.length ? ["try-undo"] : [];
    if (match.pending) return [match.panel.news(), said.try_moved, ["show", leave]];
    if (this.busy) return [this.asking ? said.asking : texts.checking, "", [...undo, leave]];
    if (play.any) {
      const { title, more, icon } = play.describe(), whole = play.moves;
      return [title, match.notice ?? (whole ? said.try_whole : more === texts.goes_on ? said.try_goes_on : more), [...undo, ...(whole ? ["try-add"] : []), leave], icon];
    }
    if (now.over) return [now.summary || texts.over, match.notice ?? said.try_over, [...undo, leave]];
    if (this.advice) return [fill(said.advice, { move: this.advice.w }), match.notice ?? fill(said.odds, { name: this.guess.by }), [...undo, "try-add", leave], undefined, this.odds()];
    const ask = data.status === "finished" && this.study.keep ? ["try-ask"] : [];
    const name = match.panel.name(now.to_move), mine = now.to_move === data.me;
    if (!this.planning) return [fill(mine ? said.try_mine : said.try_turn, { name }), match.notice ?? (this.study.keep ? now.hint : said.try_unkept), [...undo, ...ask, leave]];
    const asked = moves.length ? said.plan_then : said.plan_if;
    const title = mine ? said.plan_answer : fill(asked, { name });
    if (!this.ready) return [title, match.notice ?? said.plan_more, [...undo, leave]];
    return [fill(said.plan_ready, { move: moves.at(-1).w }), match.notice ?? title, [...undo, "try-plan", leave]];
  }

  /** The line ends with a whole turn of one's own and is not saved yet. */
  get ready() {
    const { me } = match.data, { moves, now } = this;
    return moves.length > 0 && moves.at(-1).s === me && now.to_move !== me && !this.study.plan.some((line) => begins(line.moves, moves));
  }

  // --- walking --------------------------------------------------------------------------------------

  /** Try moves from this ply: the game's own board is put by. */
  async begin(ply) {
    match.closeMenu();
    await this.walk(ply, []);
  }

  /** Show the position after `moves` from `ply`. */
  async walk(ply, moves) {
    const ticket = (this.ticket = {}), key = `${ply} ${texted(moves)}`;
    let now = this.seen.get(key);
    try {
      if (!now) {
        this.busy = true;
        if (this.on) match.paint();
        now = await position(match.data.urls.line, { ply, moves: texted(moves) });
        if (this.seen.size > 50) this.seen.clear();
        this.seen.set(key, now);
      }
    } catch (error) {
      if (ticket !== this.ticket) return false;
      this.busy = false;
      this.waiting = [];
      match.tell(error instanceof Offline ? said.try_offline : error.message);
      return false;
    }
    if (ticket !== this.ticket) return false; // somewhere else by now
    this.busy = false;
    if (match.replay.ply !== ply) match.replay.go(ply);
    Object.assign(this, { ticket, ply, moves, now, advice: null });
    if (!this.trodden || this.trodden.ply !== ply || !begins(this.trodden.moves, moves)) this.trodden = { ply, moves };
    match.lend(this);
    this.mark();
    while (this.waiting.length && this.on && !this.busy) match.play.choose(...this.waiting.shift());
    return true;
  }

  /** Back to the game as it is now. */
  leave() {
    if (match.pending) match.show();
    else match.replay.go(match.last);
  }

  /** One step back: a pick, or a move of the line; or what is on its way does not come. */
  back() {
    const { ply, moves, busy } = this;
    this.waiting = [];
    if (busy) return this.walk(ply, moves);
    if (match.play.any) match.play.back();
    else if (moves.length) this.walk(ply, moves.slice(0, -1));
  }

  /** The line with one more move: as it was gone before, or as a branch goes on. */
  get ahead() {
    const { ply, moves } = this;
    const line = [this.trodden, ...this.study.lines].find((one) => one.ply === ply && one.moves.length > moves.length && begins(one.moves, moves));
    return line?.moves.slice(0, moves.length + 1);
  }

  /** Whether there is a step back (-1) or on (1) in what is tried. */
  can(by) { return by < 0 ? match.play.any || this.moves.length > 0 : !match.play.any && !this.busy && !!this.ahead; }

  step(by) {
    if (!this.can(by)) return;
    if (by < 0) this.back();
    else this.walk(this.ply, this.ahead);
  }

  /** The complete draft becomes part of the line. */
  async add() {
    const { play } = match, whole = play.moves, { ply, now, advice } = this;
    if (this.busy || !this.on || !(whole || advice)) return;
    const words = [...play.kept.map((move) => move.w), play.move?.w];
    const added = whole ? whole.map((t, i) => ({ t, w: words[i] ?? t, s: now.to_move })) : [advice];
    const moves = [...this.moves, ...added];
    if (await this.walk(ply, moves)) this.keep(ply, moves);
  }

  /** How the bot thinks it ends: a bar, and the same in words. */
  odds() {
    const { percent } = this.guess;
    let from = 0, bar = "", words = "";
    percent.forEach((n, seat) => {
      const { name, colours } = match.panel.seat(seat);
      const glyphs = match.$(`[data-seat="${seat}"] [data-colours]`)?.innerHTML ?? "";
      words += `<li>${glyphs}${escape(fill(said.odds_of, { name, percent: n }))}</li>`;
      if (n) bar += `<rect class="${colours[0]}" x="${from}" width="${n}" height="1"/>`;
      from += n;
    });
    return `<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${bar}</svg><ul class="sm">${words}</ul>`;
  }

  /** What a bot would play here; only when the game is over. */
  async ask() {
    const ticket = (this.ticket = {}), body = { ply: this.ply, moves: this.moves.map((move) => move.t) };
    let fault = said.no_advice;
    this.busy = this.asking = true;
    match.paint();
    try {
      for (let tries = 0; tries < 20 && ticket === this.ticket; tries++) {
        const { status, data } = await ask(this.study.urls.advice, post("POST", body));
        if (status === 202) {
          await new Promise((done) => setTimeout(done, 500));
          continue;
        }
        if (status === 200) Object.assign(this, { advice: data.move, guess: data });
        fault = data.message ?? "";
        break;
      }
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      fault = said.try_offline;
    }
    this.asking = false;
    if (ticket !== this.ticket) {
      this.advice = null;
      return;
    }
    this.busy = false;
    if (fault) match.notice = fault;
    match.paint();
  }

  // --- what is kept -----------------------------------------------------------------------------------

  keep(ply, moves) {
    if (!this.study.keep || this.study.lines.some((line) => line.ply === ply && begins(line.moves, moves))) return;
    this.change("POST", "lines", { ply, moves: moves.map((move) => move.t) });
  }

  /** Save the line as a conditional move; that done, one is back at the game. */
  async plan() {
    const { ply, moves } = this, { data } = match;
    if (!this.planning || !this.ready) return;
    const saved = await this.change("POST", "plan", { ply, moves: moves.map((move) => move.t) });
    if (!saved) return;
    if (this.on && this.ply === ply && texted(this.moves) === texted(moves)) await this.leave();
    if (match.data === data && !match.pending) match.tell(fill(said.plan_saved, { name: match.panel.name(data.to_move) }));
  }

  /** Change the study on the server, one change after the other; what another window did stays. */
  change(method, what, body) {
    this.queue = this.queue.then(async () => {
      try {
        for (let tries = 0; tries < 4; tries++) {
          const { status, data } = await ask(this.study.urls[what], post(method, { ...body, version: this.study.version }));
          if (status === 200) return this.adopt(data);
          if (!data.study) {
            if (data.match) match.refresh();
            match.tell(data.message);
            return false;
          }
          this.adopt(data.study);
        }
      } catch (error) {
        if (!(error instanceof Offline)) throw error;
        match.tell(said.try_offline);
      }
      return false;
    });
    return this.queue;
  }

  adopt(study) {
    this.study = study;
    this.list();
    if (this.on) this.named();
    match.panel.paintBar();
    return true;
  }

  /** The words of the moves as the server says them, where the board has none (Blokus). */
  named() {
    const own = this.study.lines.find((line) => line.ply === this.ply && begins(line.moves, this.moves));
    if (own) this.moves = own.moves.slice(0, this.moves.length);
  }

  /** Read again what is kept: another window, or the game, may have changed it. */
  refresh() {
    if (!this.study.keep) return;
    this.queue = this.queue.then(async () => {
      try {
        const { status, data } = await ask(this.study.urls.study);
        if (status !== 200) return;
        if (data.dropped !== this.study.dropped) this.untold = data.dropped;
        if (data.version !== this.study.version || JSON.stringify(data) !== JSON.stringify(this.study)) this.adopt(data);
        if (!this.untold || this.on) return; // what is tried keeps the bar
        this.untold = false;
        match.tell(said.plan_dropped);
      } catch {
        // the next look will do
      }
    });
  }

  // --- what is seen -----------------------------------------------------------------------------------

  list() {
    const { lines, plan, dropped } = this.study;
    for (const old of log.querySelectorAll(".br")) if (!lines.some((line) => line.ply === +old.dataset.from)) old.remove();
    for (const ply of new Set(lines.map((line) => line.ply))) {
      const rows = lines.map((line, i) => (line.ply === ply ? this.row(line, i) : "")).join("");
      const under = ply ? log.querySelector(`.mv>li:nth-child(${ply})`) : log;
      if (!under) continue; // it begins at a ply that has not been shown yet
      let list = under.querySelector(`:scope>.br`);
      if (!list) {
        list = document.createElement("ul");
        list.className = "br";
        list.dataset.from = ply;
        if (ply) under.append(list);
        else log.querySelector(".mv").before(list);
      }
      list.setAttribute("aria-label", fill(said.try_list, { ply }));
      if (list.shown !== rows) list.innerHTML = list.shown = rows;
    }
    this.mark();
    if (!plans) return;
    plans.querySelector("[data-dropped]").hidden = !dropped;
    const planned = plan.map((line) => `<li><span>${line.text.map(escape).join(" ")}</span>${cross("plan", texted(line.moves), said.line_delete)}</li>`).join("");
    const list = plans.querySelector("ul");
    if (list.shown !== planned) list.innerHTML = list.shown = planned;
    plans.querySelector("[data-planned]").hidden = !plan.length;
  }

  row(line, i) {
    const links = line.moves.map((move, k) => `<a href="#${line.ply}" data-way="${i},${k + 1}">${escape(move.w)}</a>`).join("");
    return `<li>${links}${cross("line", i, said.line_delete)}</li>`;
  }

  /** Show which move of which branch is on the board. */
  mark() {
    for (const link of log.querySelectorAll("[data-way]")) {
      const [i, k] = link.dataset.way.split(",").map(Number), line = this.study.lines[i];
      const here = this.on && line && line.ply === this.ply && k === this.moves.length && begins(line.moves, this.moves);
      if (here) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  }

  // --- events -----------------------------------------------------------------------------------------

  clicked(e) {
    const way = e.target.closest("[data-way]")?.dataset.way.split(",").map(Number);
    if (way) {
      e.preventDefault();
      const line = this.study.lines[way[0]];
      if (line) this.walk(line.ply, line.moves.slice(0, way[1]));
    }
    const cut = e.target.closest("[data-cut=line]");
    if (cut) this.forget(this.study.lines[+cut.value]);
  }

  /** Delete a branch as far as no other one shares it. */
  forget(line) {
    if (!line) return;
    const others = this.study.lines.filter((other) => other !== line && other.ply === line.ply);
    let own = 1;
    while (own < line.moves.length && others.some((other) => begins(other.moves, line.moves.slice(0, own)))) own++;
    const moves = line.moves.slice(0, own);
    if (this.on && this.ply === line.ply && begins(this.moves, moves)) match.replay.go(line.ply);
    this.change("DELETE", "lines", { ply: line.ply, moves: moves.map((move) => move.t) });
  }

  submitted(e) {
    e.preventDefault();
    if (e.submitter) this.change("DELETE", "plan", { moves: e.submitter.value.split(";").filter(Boolean) });
  }
}

const cross = (what, value, label) =>
  `<button class="btn quiet icon" ${what === "plan" ? 'name="moves"' : 'type="button"'} data-cut="${what}" value="${escape(String(value))}" aria-label="${escape(label)}"><svg class="ic s" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>`;

/** Take part in the game page, with what the user keeps of this match. */
export function trial(own, study) {
  match = own;
  said = study.words;
  return new Trial(study);
}
