// What is seen around the board of a match: the bar, the log, the players, status and time.
import { left, posted, showClocks } from "./clock.js";
import { escape, fill } from "./draw.js";
import { when } from "./site.js";

export const texts = JSON.parse(document.getElementById("board-words").textContent);

const minus = (n) => String(n).replace("-", "−");

function put(element, html) {
  if (!element || element.shown === html) return;
  element.innerHTML = element.shown = html;
}

export class Panel {
  constructor(match) {
    Object.assign(this, { match, root: match.root, $: match.$ });
    this.written = this.state; // the page has been written from it
    this.known = this.asked; // so have its parts
    if (match.data.status === "open") this.seeking = this.$("[data-title]").textContent; // ends with a reload
  }

  /** The match as it is now, which the board need not show yet. */
  get data() { return this.match.pending ?? this.match.data; }
  get mine() { return this.data.status === "active" && this.data.me !== null && this.data.to_move === this.data.me; }
  get state() { return `${this.data.version} ${this.match.last}`; }
  get play() { return this.match.play; }

  /** All that the parts of the page hang on which the server alone writes. */
  get asked() {
    const { status, can, offers, rematch, me } = this.data;
    return JSON.stringify([status, can, offers, rematch, this.seat(me)?.out]);
  }

  /** The player at a seat, by number. */
  seat(n) { return this.data.seats.find((seat) => seat.seat === n); }

  name(n) { return this.seat(n)?.name ?? ""; }

  paint() {
    const { root, match } = this;
    root.classList.toggle("turn", this.mine);
    root.classList.toggle("done", this.data.status === "finished");
    root.classList.toggle("back", !match.latest);
    root.classList.toggle("trying", !!match.guest);
    this.paintBar();
    match.replay.paint();
    this.paintClock();
    match.tools.paint();
    if (this.$("#table")?.open) this.paintTable();
    if (this.written !== this.state) this.snapshot();
    this.written = this.state;
  }

  /** The one line of state and its buttons: [title, more, buttons, icon, HTML below]. */
  bar() {
    const { data, match, play } = this;
    if (match.guest) return match.guest.bar();
    if (match.posting) return [match.offline ? texts.posting_again : texts.posting, "", ["post"]];
    if (match.offline) return [texts.offline, texts.offline_retry, ["back", "post"]];
    if (!match.latest) {
      const more = [data.plies[match.replay.ply - 1]?.w, play.any ? texts.draft_kept : ""].filter(Boolean).join(". ");
      return [match.replay.where(), match.notice ?? more, match.pending ? ["now", "show"] : ["try", "now"]];
    }
    if (match.pending) return [this.news(), play.any ? texts.draft_kept : "", ["show"]];
    if (match.mine) {
      const { title, more, icon } = play.describe();
      if (data.can.end && !play.any && !match.notice) return [title, texts.decided, ["end", "post"], icon];
      const buttons = play.any ? ["back", "post"] : ["post"];
      return match.notice ? [match.notice, title, buttons] : [title, more, buttons, icon];
    }
    if (match.notice && data.status !== "active") return [match.notice, "", []];
    if (data.status === "finished") return [data.outcome_text, data.rating_text || (data.summary === data.outcome_text ? "" : data.summary), [data.can.rematch ? "rematch" : "again", "review"]];
    if (data.status !== "active") return [data.outcome_text || this.seeking, "", ["link"]];
    const mover = this.seat(data.to_move);
    const waiting = fill(mover?.bot ? texts.thinking : texts.to_move, { name: mover?.name ?? "" });
    const buttons = data.can.end ? ["end"] : data.me === null ? [data.following ? "unfollow" : "follow"] : mover?.bot || data.seats.length > 2 ? ["next"] : ["plan", "next"];
    if (match.notice) return [match.notice, "", buttons];
    const decided = data.can.end ? texts.decided : "";
    if (match.posted) return [fill(texts.posted, { move: match.posted }), decided || (mover?.bot ? waiting : fill(texts.posted_wait, { name: mover?.name ?? "" })), buttons];
    return [waiting, decided || (data.me === null ? data.summary : ""), buttons];
  }

  /** What has come in the meantime, in a sentence. */
  news() {
    const { pending, last } = this.match;
    const by = pending.plies.slice(last).findLast((ply) => ply.s !== this.data.me); // not one's own planned answer
    const name = by ? this.name(by.s) : "";
    return name ? fill(texts.has_moved, { name }) : texts.game_changed;
  }

  /** The moves of one turn in words: "lines h1,2 and v2,1". */
  turn(plies) {
    const words = plies.length > 1 && this.data.geometry.turn?.[+(plies.length > 2)];
    return words ? fill(words, { first: plies[0].t, last: plies.at(-1).t, n: plies.length }) : plies.at(-1)?.w;
  }

  /** The moves of others among these plies, for those who do not see them on the board. */
  told(plies) {
    return plies.filter((ply) => ply.s !== this.data.me && ply.w).map((ply) => (ply.x ? `${ply.w}.` : fill(texts.came, { name: this.name(ply.s), move: ply.w }))).join(" ");
  }

  paintBar() {
    const [title, more, buttons, icon, below] = this.bar();
    put(this.$("[data-came]"), escape(this.match.came ?? ""));
    put(this.$("[data-title]"), (icon ?? "") + `<span>${escape(title ?? "")}</span>`);
    put(this.$("[data-more]"), escape(more ?? ""));
    put(this.$("[data-odds]"), below ?? "");
    const actions = this.match.guest || this.match.latest ? this.play.actions : [];
    put(this.$("[data-actions]"), actions.map(([id, label]) => `<button type="button" class="btn" data-shape="${escape(id)}">${escape(label)}</button>`).join(""));
    for (const button of this.root.querySelectorAll("[data-act]")) button.hidden = !buttons.includes(button.dataset.act);
    const post = this.$("[data-act=post]");
    if (post) post.disabled = this.match.posting || !this.play.moves;
    const typed = this.$("[data-typed]");
    if (typed) typed.hidden = !this.match.mine || !!this.match.guest;
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
      const rating = row.querySelector("[data-rating]");
      if (!rating) continue;
      rating.hidden = seat.rating === null;
      put(rating, escape(String(seat.rating ?? "")));
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
    if (seat.tally) parts.push(escape((this.play.kept.length && seat.seat === data.me && this.play.now.tally?.[seat.seat]) || seat.tally));
    if (seat.out) parts.push(escape(texts[`row_${seat.out}`]));
    else if (data.status === "finished" && data.seats.length > 2 && seat.place) parts.push(escape(fill(texts.row_place, { place: seat.place })));
    else if (data.status === "finished" && seat.place && (seat.change ?? null) === null) {
      const even = data.seats.every((other) => other.place === 1);
      parts.push(escape(texts[even ? "row_draw" : seat.place === 1 ? "row_won" : "row_lost"]));
    }
    else if (data.status === "active" && seat.seat === data.to_move && !seat.tally) parts.push(escape(texts.row_to_move));
    else if (data.posted?.seat === seat.seat && !seat.tally) parts.push(`<time datetime="${data.posted.at}" title="${escape(when(data.posted.at))}">${escape(posted(data.posted.at, Date.now() + this.match.skew, texts))}</time>`);
    if (data.status === "finished" && seat.change !== null && seat.change !== undefined) {
      parts.push(`<span class="${seat.change < 0 ? "dn" : "up"}">${seat.change > 0 ? "+" : ""}${minus(seat.change)}</span>`);
    }
    return parts.join(" · ");
  }

  /** The heading; the server's own word for it after a reload, the same here. */
  verdict() {
    const { data } = this;
    const me = this.seat(data.me);
    if (data.status === "active") return this.mine ? texts.your_move : fill(texts.waiting, { name: this.name(data.to_move) });
    if (data.status === "finished") {
      const firsts = data.seats.filter((seat) => seat.place === 1);
      if (!me) return firsts.length === 1 ? fill(texts.winner, { name: firsts[0].name }) : texts.draw;
      if (me.place === 1) return firsts.length === 1 ? texts.won : texts.draw;
      return data.seats.length === 2 ? texts.lost : fill(texts.place, { place: me.place, seats: data.seats.length });
    }
    return data.status === "open" ? texts.seeking : texts.aborted;
  }

  /** What hangs on the state of the match alone: painted when a newer one has come. */
  snapshot() {
    const { data, match } = this;
    put(this.$("h1"), escape(this.verdict()));
    put(this.$("[data-length]"), escape(data.length));
    this.$("[data-length]").hidden = !data.length;
    this.play.canvas.svg.setAttribute("aria-label", `${data.name}, ${match.last}, ${this.verdict()}`);
    for (const ply of this.root.querySelectorAll("[data-move] [name=ply], .menu [name=ply]")) ply.value = data.ply;
    this.parts();
  }

  /** These parts are read again when they would differ. */
  async parts() {
    const known = this.known;
    this.known = this.asked;
    if (this.known === known) return;
    try {
      const answer = await fetch(this.data.urls.page, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of this.root.querySelectorAll("[data-part]")) {
        part.innerHTML = page.querySelector(`[data-part="${part.dataset.part}"]`)?.innerHTML ?? "";
        for (const only of part.querySelectorAll("[data-stay]")) only.hidden = false;
      }
    } catch {
      this.known = known; // no connection: with the next news
    }
  }

  paintClock() {
    this.paintPlayers(); // how long ago somebody has posted
    showClocks(this.root, this.data, Date.now() + this.match.skew, spell);
    const box = this.$("[data-left]");
    if (!box) return;
    const left = this.left();
    box.hidden = left === null;
    if (left === null) return;
    const time = box.querySelector("time");
    put(time, escape(remaining(left)));
    if (Date.parse(time.dateTime) !== Date.parse(this.data.deadline)) {
      time.dateTime = this.data.deadline;
      time.title = when(this.data.deadline);
    }
    const { limit } = this.data;
    box.classList.toggle("soon", left < Math.max(limit / 4, 21600) * 1000);
  }

  /** Milliseconds left for the player to move, or null. */
  left() {
    return left(this.data, Date.now() + this.match.skew);
  }

  /** Keys that only tell something. */
  speak(key) {
    const { data } = this;
    if (key === "m") this.match.tell(this.match.replay.ply ? fill(texts.last_was, { move: data.plies[this.match.replay.ply - 1].w }) : texts.no_moves);
    else if (key === "t") this.match.tell(this.left() === null ? texts.no_limit : remaining(this.left()));
    else if (key === "s") {
      const told = data.seats.filter((seat) => seat.tally).map((seat) => fill(texts.score, { name: seat.name, points: seat.tally }));
      this.match.tell(told.join(". ") || texts.no_score);
    } else if (key === "b") this.match.tell([this.verdict(), data.summary].filter(Boolean).join(". "));
  }

  paintTable() {
    for (const link of this.root.querySelectorAll("#table [data-shape]")) put(link, escape(this.play.canvas.label(link.dataset.shape)));
  }
}

/** The same within a sentence: "3 d left". */
const remaining = (ms) => (ms > 0 ? fill(texts.time_left, { time: spell(ms) }) : texts.time_up);

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

