// A board whose pieces are taken into the hand, turned and laid down; for the rest it picks as play.js does.
import { strayed } from "./board.js";
import { fill, handPiece, place } from "./draw.js";
import { Play } from "./play.js";

const FINGER = 44; // px that a piece lies above the finger
const NOTCH = 50; // px of scrolling that turn a piece once; a wheel gives more, a touchpad less at a time
const QUARTER = Math.PI / 2;

/**
 * `this.held` is null or {piece, k, at, over}: the piece, its orientation, the square it was dropped on
 * and the one the pointer is over. `root` may hold [data-turn] and [data-nudge] buttons.
 */
export class Hand extends Play {
  constructor(root, board, texts, host) {
    super(root, board, texts, host);
    this.cellAt = new Map();
    for (const s of board.shapes) if (s.kind === "cell") this.cellAt.set(String(place(s)), s.id);
    this.canvas.svg.addEventListener("wheel", (e) => this.roll(e), { passive: false });
    this.twist();
    if (this.tray) this.pull();
    for (const button of root.querySelectorAll("[data-turn]")) button.addEventListener("click", () => this.turn(+button.dataset.turn));
  }

  read(position) {
    const ways = new Map();
    for (const move of position.legal ?? []) for (const way of move.p) ways.set(way.join("|"), move);
    return { ...super.read(position), ways };
  }

  clear() {
    super.clear();
    this.held = null;
  }

  stash() { return { ...super.stash(), held: this.held }; }

  get any() { return super.any || !!this.held; }

  get move() {
    if (this.held) return this.held.at ? this.fit(this.held.k, this.held.at) : undefined;
    return super.move;
  }

  get picked() { return this.held ? null : this.move; }

  choose(id, event) {
    if (!this.host.allowed() || this.busy || !(this.board.hand.turns[id] || this.held)) return super.choose(id, event);
    this.handle(id, event);
  }

  async take(move) {
    const [piece, turn, id] = move.p[0];
    if (!this.board.hand.turns[piece]) return super.take(move);
    this.clear();
    this.held = { piece, k: +turn.slice(5), at: place(this.board.byId.get(id)), over: null };
    this.host.changed();
  }

  back() {
    if (!this.held) return super.back();
    this.ticket = {};
    this.busy = false;
    if (this.held.at) this.held.at = null;
    else this.held = null;
    this.host.changed();
  }

  save() {
    const h = this.held && { piece: this.held.piece, k: this.held.k, at: this.held.at };
    return { ...super.save(), h };
  }

  async restore({ h = null, ...kept }) {
    const possible = await super.restore(kept);
    if (!h || !this.board.hand.turns[h.piece]?.[h.k] || !this.now.marks[h.piece]) return possible;
    this.held = { ...h, over: null };
    return !h.at || !!this.move;
  }

  // --- where it lies ---------------------------------------------------------------------------

  fit(k, at) {
    const id = this.cellAt.get(String(at));
    return id && this.now.ways.get(`${this.held.piece}|turn-${k}|${id}`);
  }

  cells(at, k = this.held.k) {
    return this.board.hand.turns[this.held.piece][k].map(([x, y]) => [x + at[0], y + at[1]]);
  }

  fitsAnywhere(piece) {
    this.now.fitting ??= new Set([...this.now.ways.keys()].map((way) => way.split("|")[0]));
    return this.now.fitting.has(piece);
  }

  handle(id, event) {
    const { turns } = this.board.hand;
    if (turns[id]) {
      this.held = this.held?.piece === id ? null : { piece: id, k: 0, at: null, over: this.held?.over ?? null };
      return this.host.changed();
    }
    const s = this.board.byId.get(id);
    let at = place(s);
    const touch = event && event.pointerType && event.pointerType !== "mouse";
    if (touch) {
      const near = (this.now.anchors ?? []).map((a) => this.board.byId.get(a)).filter((a) => Math.hypot(a.x - s.x, a.y - s.y) <= 150);
      near.sort((a, b) => Math.hypot(a.x - s.x, a.y - s.y) - Math.hypot(b.x - s.x, b.y - s.y));
      if (near.length && this.cycle(near[0])) return this.host.changed();
      at = this.above(event) ?? at;
    } else if ((!this.fit(this.held.k, at) || String(at) === String(this.held.at)) && (this.now.anchors ?? []).includes(id) && this.cycle(s)) {
      return this.host.changed();
    }
    this.drop(at);
  }

  drop(at) {
    this.held.at = at;
    this.host.changed();
    if (!this.move) this.explain();
  }

  /** The cell a finger's width above the finger. */
  above(event) {
    const { x, y } = this.canvas.point({ clientX: event.clientX, clientY: event.clientY - FINGER });
    const at = [Math.floor(x / 100), Math.floor(y / 100)];
    return this.cellAt.has(String(at)) ? at : null;
  }

  /** Drop the piece at its first legal fit over this cell, or at the next one. */
  cycle(s) {
    const cell = String(place(s));
    const fits = [];
    for (const way of this.now.ways.keys()) {
      const [piece, turn, id] = way.split("|");
      if (piece !== this.held.piece) continue;
      const k = +turn.slice(5), at = place(this.board.byId.get(id));
      if (this.cells(at, k).some((c) => String(c) === cell)) fits.push({ k, at });
    }
    if (!fits.length) return false;
    const current = this.held.at ? fits.findIndex((f) => f.k === this.held.k && String(f.at) === String(this.held.at)) : -1;
    const same = fits.findIndex((f) => f.k === this.held.k);
    Object.assign(this.held, fits[current >= 0 ? (current + 1) % fits.length : Math.max(same, 0)]);
    return true;
  }

  turn(way) {
    if (!this.held || !this.host.allowed()) return;
    this.held.k = this.board.hand.moves[this.held.piece][this.held.k][way];
    this.host.changed();
    if (this.held.at && !this.move) this.explain();
  }

  nudge(dx, dy) {
    if (!this.held || !this.host.allowed()) return;
    const from = this.held.at ?? this.held.over ?? [9, 9];
    const [right, down] = this.canvas.aim(dx, dy);
    const at = [from[0] + right, from[1] + down];
    if (this.cellAt.has(String(at))) this.drop(at);
  }

  /** Why the piece may not lie where it is: from the server, if nothing nearer knows. */
  explain() {
    const { at, k, piece } = this.held;
    if (!this.reasonFor(this.cells(at))) this.refuse([piece, `turn-${k}`, this.cellAt.get(String(at))]);
  }

  reasonFor(cells) {
    for (const cell of cells) {
      const id = this.cellAt.get(String(cell));
      if (!id) return this.texts.outside;
      if (this.now.blocked?.[id]) return this.now.blocked[id];
    }
    return "";
  }

  // --- what is seen ----------------------------------------------------------------------------

  get legal() {
    if (!this.host.allowed() || this.busy) return new Set();
    return new Set(this.now.legal?.length ? this.now.anchors ?? [] : []);
  }

  get wanted() { return new Set([...this.legal, ...this.ids]); }

  lay(view) {
    super.lay(view);
    view.held = !!this.held;
    if (!this.held) return;
    const at = this.held.at ?? this.held.over;
    view.chosen = new Set([this.held.piece]);
    view.cur = this.keys ? this.hover : null;
    if (at) view.ghost = { at, cells: this.cells(at), colour: this.now.marks[this.held.piece]?.[1] ?? "", bad: !this.fit(this.held.k, at) };
  }

  paintTray(view, live) {
    super.paintTray(view, live);
    const off = !live || !this.host.allowed() || !this.held;
    for (const button of this.root.querySelectorAll("[data-turn], [data-nudge]")) button.disabled = off;
  }

  button(s, mark, on, allowed) {
    const turns = this.board.hand.turns[s.id];
    if (!turns) return super.button(s, mark, on, allowed);
    const [piece, colour, , label] = mark;
    const words = [s.label, piece ? label : ""].filter(Boolean).join(", ");
    const body = handPiece(turns[on && this.held ? this.held.k : 0], colour);
    return this.pickable(s, { css: "pcb", body, words, on, off: allowed && !on && !this.fitsAnywhere(s.id) });
  }

  describe() {
    if (!this.held) return super.describe();
    const { piece, k, at, over } = this.held, t = this.texts;
    const icon = handPiece(this.board.hand.turns[piece][k], this.now.marks[piece]?.[1] ?? "", 7);
    const label = this.board.byId.get(piece)?.label ?? piece;
    const gaps = { piece: label[0].toLocaleUpperCase() + label.slice(1) }; // it begins the sentence
    if (this.move) return { icon, title: fill(t.fits, gaps), more: t.fits_more };
    if (!this.fitsAnywhere(piece)) return { icon, title: fill(t.no_fit_any, gaps), more: this.now.hint };
    if (at) return { icon, title: fill(t.no_fit, gaps), more: this.reasonFor(this.cells(at)) };
    const reason = over && !this.fit(k, over) ? this.reasonFor(this.cells(over)) : "";
    return { icon, title: fill(t.held, gaps), more: reason || t.held_more };
  }

  // --- pointer and keys --------------------------------------------------------------------------

  over(id) {
    if (!this.held) super.over(id);
    else this.hold(id ? place(this.board.byId.get(id)) : null);
  }

  hold(at) {
    if (String(at) === String(this.held.over)) return;
    this.held.over = at;
    if (!this.held.at) this.host.hovered();
  }

  /** Shift and the wheel turn the piece; a plain wheel scrolls the page. */
  roll(e) {
    if (!e.shiftKey || !this.held) return;
    e.preventDefault();
    const way = (e.deltaY + e.deltaX) * (e.deltaMode ? NOTCH : 1);
    this.rolled = way * this.rolled > 0 ? this.rolled + way : way;
    if (Math.abs(this.rolled) < NOTCH) return;
    this.turn(this.rolled > 0 ? 1 : 0);
    this.rolled = 0;
  }

  /** Two fingers that go round each other turn the piece, by quarters; a pinch stays the browser's. */
  twist() {
    const { svg } = this.canvas;
    let from = null;
    const pair = (e) => {
      const [a, b] = e.touches, x = b.clientX - a.clientX, y = b.clientY - a.clientY;
      return { angle: Math.atan2(y, x), span: Math.hypot(x, y) };
    };
    svg.addEventListener("touchstart", (e) => {
      const both = this.held && e.touches.length === 2 && [...e.touches].every((touch) => svg.contains(touch.target));
      from = both ? { ...pair(e), round: 0, quarters: 0, twisted: null } : null;
    }, { passive: true });
    svg.addEventListener("touchmove", (e) => {
      if (!from || e.touches.length !== 2) return;
      const { angle, span } = pair(e);
      from.round += Math.atan2(Math.sin(angle - from.angle), Math.cos(angle - from.angle));
      from.angle = angle;
      // round or apart: whichever they have gone further once they have clearly moved
      const round = Math.abs(from.round) * span, apart = Math.abs(span - from.span);
      if (from.twisted === null && Math.max(round, apart) > 10) from.twisted = round > apart;
      if (!from.twisted) return;
      if (e.cancelable) e.preventDefault();
      const more = from.round / QUARTER - from.quarters;
      if (Math.abs(more) < 0.55) return; // some 50°, and not back and forth at the edge of it
      from.quarters += Math.sign(more);
      this.turn(more > 0 ? 1 : 0);
    }, { passive: false });
    for (const name of ["touchend", "touchcancel"]) svg.addEventListener(name, () => (from = null));
  }

  /** A piece may be drawn from the tray onto the board. */
  pull() {
    let press = null;
    this.tray.addEventListener("pointerdown", (e) => {
      const button = e.target.closest("[data-shape]"), id = button?.dataset.shape;
      press = this.board.hand.turns[id] && e.isPrimary && e.button < 1 ? { id, button, x: e.clientX, y: e.clientY, pointer: e.pointerId } : null;
    });
    this.tray.addEventListener("pointermove", (e) => {
      if (press?.pointer !== e.pointerId || !strayed(press, e) || !this.host.allowed() || this.busy) return;
      const sideways = Math.abs(e.clientX - press.x) > Math.abs(e.clientY - press.y);
      const pans = e.pointerType !== "mouse" && getComputedStyle(press.button).touchAction.includes(sideways ? "pan-x" : "pan-y");
      if (pans) return (press = null); // the browser scrolls
      if (this.held?.piece !== press.id) this.held = { piece: press.id, k: 0, at: null, over: null };
      press = null;
      this.host.changed();
      this.grip(e, null);
      this.carry(e);
      this.drag(e);
    });
    for (const name of ["pointerup", "pointercancel"]) this.tray.addEventListener(name, () => (press = null));
  }

  /** A piece that is pressed keeps its place under the pointer; one in the hand comes above the finger. */
  lift(from, event) {
    if (!this.held || !this.host.allowed()) return false;
    const { at } = this.held, { x, y } = this.canvas.point({ clientX: from.x, clientY: from.y });
    const near = event.pointerType === "mouse" ? 50 : 100;
    const on = at && this.cells(at).some(([column, row]) => Math.abs(column * 100 + 50 - x) <= near && Math.abs(row * 100 + 50 - y) <= near);
    if (at && !on && event.pointerType === "mouse") return false;
    this.grip(event, on ? [at[0] * 100 + 50 - x, at[1] * 100 + 50 - y] : null);
    return true;
  }

  /** How far the piece lies from the pointer during a drag, in board units. */
  grip(event, far) {
    const point = (up) => this.canvas.point({ clientX: event.clientX, clientY: event.clientY - up });
    const here = point(0), above = point(event.pointerType === "mouse" ? 0 : FINGER);
    this.far = far ?? [above.x - here.x, above.y - here.y];
    this.before = this.held.at;
  }

  /** Outside the board the piece is shown where it was before. */
  drag(event) {
    if (!this.held || !this.host.allowed()) return; // posted, or put back by a key, in the middle of it
    const { x, y } = this.canvas.point(event);
    const at = [x + this.far[0], y + this.far[1]].map((c) => Math.floor(c / 100));
    this.shift(this.cellAt.has(String(at)) ? at : this.before);
  }

  shift(at) {
    if (String(at) === String(this.held.at)) return;
    this.held.at = at;
    this.host.changed();
  }

  dropped(there) {
    if (!this.held || !this.host.allowed()) return;
    if (!there) this.shift(this.before);
    if (this.held.at && !this.move) this.explain();
  }

  step(id, dx, dy) {
    if (this.held?.at) {
      this.nudge(dx, dy);
      const next = this.cellAt.get(String(this.held.at));
      if (next) this.canvas.focus(next);
      return;
    }
    const next = super.step(id, dx, dy);
    if (this.held && next) this.hold(place(this.board.byId.get(next)));
  }

  shortcut(key, e) {
    if ("qef".includes(key)) this.turn("qef".indexOf(key));
    else super.shortcut(key, e);
  }
}
