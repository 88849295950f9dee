// From picks to a draft: one way of playing for all games. Knows no rules; the server sends all legal
// moves with the shapes to pick for each, and this walks the prefix tree they form.
import { Canvas, changed, difference, escape, fill, handPiece } from "./draw.js";

function treeOf(legal) {
  const root = { kids: new Map(), move: null, all: new Set() };
  for (const move of legal) {
    for (const way of move.p) {
      let node = root;
      for (const id of way) {
        root.all.add(id);
        if (!node.kids.has(id)) node.kids.set(id, { kids: new Map(), move: null });
        node = node.kids.get(id);
      }
      node.move = move;
    }
  }
  return root;
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const FINGER = 44; // px that a piece lies above the finger

/**
 * A board that can be played on. `root` holds svg.board and, if there are any, [data-tray] and
 * [data-turn], [data-nudge] buttons. `host` answers:
 *   line(moves) → promise of the position after these moves,  why(picks, moves) → promise of a sentence,
 *   allowed() → may moves be made now,  look() → {marks, last, drawings} when an older ply is shown, else null,
 *   changed() after every change,  tell(sentence) for reasons.
 */
export class Play {
  constructor(root, board, texts, host) {
    Object.assign(this, { root, board, texts, host });
    this.canvas = new Canvas(root.querySelector("svg.board"), board, texts);
    // several boards on one page would share their ids
    if (host.nameless) for (const { hit } of this.canvas.hits.values()) hit.removeAttribute("id");
    this.tray = root.querySelector("[data-tray]");
    this.cellAt = new Map();
    for (const s of board.shapes) if (s.kind === "cell") this.cellAt.set(`${Math.round((s.x - 50) / 100)},${Math.round((s.y - 50) / 100)}`, s.id);
    this.hover = null;
    this.listen();
  }

  /** Show this position and start anew: {marks, last, drawings, legal, prompts, anchors, blocked, hint}. */
  set(position) {
    this.stack = [this.read(position)];
    this.kept = [];
    this.clear();
  }

  read(position) {
    const tree = treeOf(position.legal ?? []);
    const ways = new Map();
    if (this.board.hand) for (const move of position.legal ?? []) for (const way of move.p) ways.set(way.join("|"), move);
    return { ...position, tree, ways };
  }

  clear() {
    this.picks = [];
    this.held = null;
    this.busy = false;
    this.ticket = {};
  }

  get base() { return this.stack[0]; }
  get now() { return this.stack.at(-1); }
  get ids() { return this.picks.map((pick) => pick.id); }
  get node() { return this.walk(this.ids); }
  get played() { return this.kept.map((move) => move.t); }
  get any() { return this.kept.length > 0 || this.picks.length > 0 || !!this.held; }

  /** The move that the picks make, if they make one. */
  get move() {
    if (this.held) return this.held.at ? this.fit(this.held.k, this.held.at) : undefined;
    return this.node?.move ?? undefined;
  }

  /** The moves to post once the turn is complete, else null. */
  get moves() {
    const move = this.move;
    return move && !move.k ? [...this.played, move.t] : null;
  }

  walk(ids) {
    let node = this.now.tree;
    for (const id of ids) node = node?.kids.get(id);
    return node;
  }

  // --- choosing ------------------------------------------------------------------------------

  choose(id, event) {
    if (!this.host.allowed()) return this.host.refused?.();
    if (this.busy) return;
    if (this.board.hand && (this.board.hand.turns[id] || this.held)) return this.handle(id, event);
    const at = this.ids.indexOf(id);
    if (this.node.kids.has(id)) this.pick(id);
    else if (this.picks[at]?.auto) this.picks[at].auto = false;
    else if (at >= 0) this.picks.length = at;
    else if (!this.swap(id)) return this.refuse([...(this.move ? this.ids.slice(0, -1) : this.ids), id]);
    this.after();
  }

  pick(id) {
    this.picks.push({ id, auto: false });
    for (let node = this.node; node.kids.size === 1 && !node.move; node = this.node) {
      const [next, child] = node.kids.entries().next().value;
      if (!child.kids.size) break;
      this.picks.push({ id: next, auto: true });
    }
  }

  /** Another last pick, or another one of an unordered pair. */
  swap(id) {
    const ids = this.ids;
    const tries = [];
    if (this.move) ids.forEach((_, i) => tries.unshift([...ids.filter((_, j) => j !== i), id]));
    else if (ids.length && this.alike(ids.at(-1), id)) tries.push([...ids.slice(0, -1), id]);
    const found = tries.find((way) => this.walk(way));
    if (!found) return false;
    this.picks = [];
    for (const one of found) if (this.ids.indexOf(one) < 0) this.pick(one);
    return true;
  }

  /** Whether two shapes are of one sort, so that picking the second instead of the first is meant. */
  alike(a, b) {
    const marks = this.now.marks;
    return this.board.byId.get(a).kind === this.board.byId.get(b)?.kind && !marks[a]?.[0] === !marks[b]?.[0] && (!marks[a]?.[0] || marks[a][1] === marks[b][1] || this.board.byId.get(a).kind === "tray");
  }

  after() {
    const move = this.move;
    if (move?.k && !this.node.kids.size) this.keep(move);
    this.host.changed();
  }

  /** The turn goes on: keep this move in the draft and ask for the position after it. */
  async keep(move) {
    const picks = this.picks, ticket = (this.ticket = {});
    this.kept.push(move);
    this.stack.push(this.read({ ...this.now, marks: changed(this.now.marks, move.d), legal: [], prompts: {} }));
    this.picks = [];
    this.busy = true;
    try {
      const answer = await this.host.line(this.played);
      if (ticket !== this.ticket) return;
      this.stack[this.stack.length - 1] = this.read({ ...this.base, ...answer });
      this.busy = false;
    } catch {
      if (ticket !== this.ticket) return;
      this.stack.pop();
      this.kept.pop();
      this.picks = picks.slice(0, -1);
      this.busy = false;
      this.host.tell(this.texts.offline);
    }
    this.host.changed();
  }

  back() {
    this.ticket = {};
    this.busy = false;
    if (this.held) {
      if (this.held.at) this.held.at = null;
      else this.held = null;
    } else if (this.picks.length) {
      while (this.picks.pop().auto);
    } else if (this.kept.length) {
      this.kept.pop();
      this.stack.pop();
    }
    this.host.changed();
  }

  /** Take a kept draft up again; true if all of it is still possible. */
  async restore({ m = [], w = [], p = [], h = null }) {
    try {
      const after = await Promise.all(m.map((_, i) => this.host.line(m.slice(0, i + 1))));
      after.forEach((answer, i) => {
        this.kept.push({ t: m[i], w: w[i] ?? m[i] });
        this.stack.push(this.read({ ...this.base, ...answer }));
      });
    } catch {
      return false;
    }
    if (h && this.board.hand?.turns[h.piece]?.[h.k] && this.now.marks[h.piece]) {
      this.held = { ...h, over: null };
      return !h.at || !!this.move;
    }
    for (const id of p) {
      if (!this.node.kids.has(id)) return false;
      this.picks.push({ id, auto: false });
    }
    return this.any;
  }

  save() {
    const h = this.held && { piece: this.held.piece, k: this.held.k, at: this.held.at };
    return { m: this.played, w: this.kept.map((move) => move.w), p: this.ids, h };
  }

  async refuse(picks) {
    const ticket = (this.reason = {});
    let sentence = this.texts.not_here;
    try {
      sentence = (await this.host.why(picks, this.played)) || sentence;
    } catch {
      // without a connection the plain sentence has to do
    }
    if (ticket === this.reason) this.host.tell(sentence);
  }

  // --- a piece in the hand ---------------------------------------------------------------------

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
    let at = [Math.round((s.x - 50) / 100), Math.round((s.y - 50) / 100)];
    const touch = event && event.pointerType && event.pointerType !== "mouse";
    if (touch && !event.lifted) {
      const near = (this.now.anchors ?? []).map((a) => this.board.byId.get(a)).filter((a) => Math.hypot(a.x - s.x, a.y - s.y) <= 150);
      near.sort((a, b) => Math.hypot(a.x - s.x, a.y - s.y) - Math.hypot(b.x - s.x, b.y - s.y));
      if (near.length && this.cycle(near[0])) return this.host.changed();
      at = this.above(event) ?? at;
    } else if (!this.fit(this.held.k, at) && (this.now.anchors ?? []).includes(id) && this.cycle(s)) {
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
    const cell = String([Math.round((s.x - 50) / 100), Math.round((s.y - 50) / 100)]);
    const fits = [];
    for (const way of this.now.ways.keys()) {
      const [piece, turn, id] = way.split("|");
      if (piece !== this.held.piece) continue;
      const k = +turn.slice(5), { x, y } = this.board.byId.get(id);
      const at = [Math.round((x - 50) / 100), Math.round((y - 50) / 100)];
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
    const at = [from[0] + dx, from[1] + dy];
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
    if (this.board.hand) return new Set(this.now.legal?.length ? this.now.anchors ?? [] : []);
    return new Set(this.node?.kids.keys() ?? []);
  }

  get wanted() {
    const own = new Set([...this.legal, ...this.ids]);
    if (this.move && !this.board.hand) {
      // a complete draft: everything its last pick can be moved to
      this.ids.forEach((_, i) => this.walk(this.ids.filter((_, j) => j !== i))?.kids.forEach((_, id) => own.add(id)));
    }
    return own;
  }

  paint() {
    const past = this.host.look();
    const view = { marks: this.base.marks, last: new Set(this.base.last), drawings: this.base.drawings ?? [], draft: {}, legal: new Set(), chosen: new Set(), cur: null, ghost: null };
    if (past) Object.assign(view, { marks: past.marks, last: new Set(past.last), drawings: past.drawings });
    else {
      const live = this.legal;
      const move = this.held ? null : this.move;
      const after = move?.d ? changed(this.now.marks, move.d) : this.now.marks;
      view.said = view.draft = this.any ? difference(this.base.marks, after) : {};
      if (this.kept.length && this.now.drawings) view.drawings = this.now.drawings;
      view.chosen = new Set(this.held ? [this.held.piece] : this.ids);
      view.legal = move ? this.wanted : live;
      if (move) this.ids.forEach((id) => view.legal.delete(id));
      view.dim = this.picks.length > 0 && !move && [...live].some((id) => this.now.marks[id]?.[0] && this.board.byId.get(id).kind !== "tray");
      const target = this.hover && this.node?.kids.get(this.hover);
      if (target?.move?.d && !move && !this.held && this.board.byId.get(this.hover).kind !== "line") {
        view.draft = difference(this.base.marks, changed(this.now.marks, target.move.d));
      }
      view.cur = this.hover && (this.wanted.has(this.hover) || this.keys) ? this.hover : null;
      if (this.held) {
        const at = this.held.at ?? this.held.over;
        view.cur = this.keys ? this.hover : null;
        if (at) view.ghost = { at, cells: this.cells(at), colour: this.now.marks[this.held.piece]?.[1] ?? "", bad: !this.fit(this.held.k, at) };
      }
    }
    this.view = view;
    this.canvas.render({ said: view.draft, ...view });
    this.canvas.svg.classList.toggle("live", !!view.cur || !!this.held);
    this.canvas.svg.classList.toggle("held", !!this.held && !past);
    this.paintTray(view, !past);
  }

  paintTray(view, live) {
    if (!this.tray) return;
    const marks = { ...view.marks, ...(live ? view.said : {}) };
    const can = this.legal, allowed = live && this.host.allowed();
    const html = this.board.shapes.filter((s) => s.kind === "tray" && marks[s.id]).map((s) => this.button(s, marks[s.id], allowed, can, view)).join("");
    if (html !== this.trayHtml) {
      const focused = this.tray.contains(document.activeElement) && document.activeElement.dataset.shape;
      this.tray.innerHTML = this.trayHtml = html;
      if (focused) this.tray.querySelector(`[data-shape="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    }
    const section = this.tray.closest("section");
    if (section?.matches(".g-tray")) section.hidden = !html;
    else this.tray.hidden = !html;
    const turns = this.root.querySelector("[data-turns]");
    if (turns) for (const button of turns.querySelectorAll("button")) button.disabled = !allowed || !this.held;
  }

  button(s, [piece, colour, , label, count], allowed, can, view) {
    const turns = this.board.hand?.turns[s.id];
    const on = view.chosen.has(s.id);
    const off = allowed && !on && (turns ? !this.fitsAnywhere(s.id) : !can.has(s.id) && !this.wanted.has(s.id));
    const k = on && this.held ? this.held.k : 0;
    const body = turns
      ? handPiece(turns[k], colour)
      : piece
        ? `<svg viewBox="-48 -48 96 96" aria-hidden="true"><use href="#${piece}"/></svg>${count === null ? "" : `<span class="num">${count}</span>`}`
        : escape(s.label);
    const css = (turns ? "pcb" : piece ? "sup" : "btn") + (on ? " on" : "");
    const words = [s.label, piece ? label : ""].filter(Boolean).join(", ");
    const name = this.host.nameless ? "" : ` id="s-${escape(s.id)}"`;
    if (!turns && !piece && !on && !this.wanted.has(s.id)) return "";
    if (!turns && !(allowed && (this.now.tree.all.has(s.id) || count === 0))) {
      return `<span class="${css}"${name} role="img" aria-label="${escape(words)}">${body}</span>`;
    }
    return `<button type="button" class="${css}"${name} data-shape="${escape(s.id)}" aria-label="${escape(words)}"${on ? ' aria-pressed="true"' : ""}${off || count === 0 ? ' aria-disabled="true"' : ""}>${body}</button>`;
  }

  /** What the bar says: {title, more, icon}. */
  describe() {
    const t = this.texts, move = this.move, name = (id) => this.board.byId.get(id)?.label ?? id;
    if (this.held) {
      const { piece, k, at, over } = this.held;
      const icon = handPiece(this.board.hand.turns[piece][k], this.now.marks[piece]?.[1] ?? "", 7);
      const gaps = { piece: name(piece) };
      if (move) return { icon, title: fill(t.fits, gaps), more: t.fits_more };
      if (!this.fitsAnywhere(piece)) return { icon, title: fill(t.no_fit_any, gaps), more: this.now.hint };
      if (at) return { icon, title: fill(t.no_fit, gaps), more: this.reasonFor(this.cells(at)) };
      const reason = over && !this.fit(k, over) ? this.reasonFor(this.cells(over)) : "";
      return { icon, title: fill(t.held, gaps), more: reason || t.held_more };
    }
    if (move) {
      const piece = this.ids.map((id) => move.d?.[id]?.[0]).find((p) => p && !p.startsWith("gl-"));
      const icon = piece ? `<svg class="inl" width="24" height="24" viewBox="-48 -48 96 96" aria-hidden="true"><use href="#${piece}"/></svg>` : "";
      return { icon, title: move.w, more: move.x || (this.node.kids.size ? t.complete_more : t.complete) };
    }
    if (this.picks.length) {
      const ids = this.ids, n = this.node.kids.size;
      const said = this.now.prompts?.[ids.join("|")];
      const picked = ids.map(name).reduce((first, second) => fill(t.and, { first, second }));
      if (said) return { title: said, more: fill(n === 1 ? t.choice : t.choices, { n }) };
      return { title: fill(n === 1 ? t.choices_one : t.choices_many, { picked, n }), more: "" };
    }
    if (this.kept.length) return { title: this.kept.at(-1).w, more: this.busy ? t.checking : t.goes_on };
    return { title: t.bar_your_move, more: this.now.hint };
  }

  // --- pointer and keys --------------------------------------------------------------------------

  listen() {
    const { svg } = this.canvas;
    let down = null, tapped = 0;
    svg.addEventListener("pointerdown", (e) => {
      down = { x: e.clientX, y: e.clientY };
      this.keys = false;
    });
    svg.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "mouse") {
        if (!this.held || !down) return;
        const at = this.above(e);
        if (at && String(at) !== String(this.held.at)) {
          down.dragged = true;
          this.held.at = at;
          this.host.changed();
        }
        return;
      }
      const id = this.canvas.at(e, this.wanted);
      if (this.held) {
        const s = id && this.board.byId.get(id);
        this.over(s ? [Math.round((s.x - 50) / 100), Math.round((s.y - 50) / 100)] : null);
      } else this.point(id && this.wanted.has(id) ? id : null);
    });
    svg.addEventListener("pointerleave", () => {
      down = null;
      if (this.held) this.over(null);
      this.point(null);
    });
    svg.addEventListener("pointerup", (e) => {
      const from = down;
      down = null;
      if (!from || e.button > 0) return;
      tapped = e.timeStamp;
      if (from.dragged) {
        if (this.held?.at && !this.move) this.explain();
        return;
      }
      if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > 12) return;
      const id = this.canvas.at(e, this.wanted);
      if (id) this.choose(id, e);
    });
    // screen readers click without a pointer
    svg.addEventListener("click", (e) => {
      const id = e.target.dataset?.shape;
      if (id && e.timeStamp - tapped > 600) this.choose(id);
    });
    svg.addEventListener("wheel", (e) => {
      if (!e.shiftKey || !this.held) return;
      e.preventDefault();
      this.turn(e.deltaY + e.deltaX > 0 ? 1 : 0);
    }, { passive: false });
    svg.addEventListener("focusin", (e) => {
      if (this.keys) this.point(e.target.dataset.shape ?? null);
    });
    svg.addEventListener("focusout", () => this.point(null));
    svg.addEventListener("keydown", (e) => this.key(e));
    this.tray?.addEventListener("click", (e) => {
      const button = e.target.closest("[data-shape]");
      if (button) this.choose(button.dataset.shape);
    });
    this.tray?.addEventListener("keydown", (e) => this.letter(e));
    for (const button of this.root.querySelectorAll("[data-turn]")) button.addEventListener("click", () => this.turn(+button.dataset.turn));
    for (const button of this.root.querySelectorAll("[data-nudge]")) {
      button.addEventListener("click", () => this.nudge(...button.dataset.nudge.split(",").map(Number)));
    }
  }

  over(at) {
    if (String(at) === String(this.held.over)) return;
    this.held.over = at;
    if (!this.held.at) this.host.hovered();
  }

  point(id) {
    if (id === this.hover) return;
    this.hover = id;
    this.paint();
  }

  key(e) {
    if (e.altKey || e.metaKey || e.ctrlKey) return;
    const id = e.target.dataset.shape;
    if (!id) return;
    this.keys = true;
    if (ARROWS[e.key]) {
      e.preventDefault();
      if (this.held?.at) {
        this.nudge(...ARROWS[e.key]);
        const next = this.cellAt.get(String(this.held.at));
        if (next) this.canvas.focus(next);
        return;
      }
      const next = this.canvas.step(id, ...ARROWS[e.key]);
      if (next) this.canvas.focus(next);
      if (this.held && next) this.over(this.placeOf(next));
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.choose(id);
    } else this.letter(e);
  }

  placeOf(id) {
    const s = this.board.byId.get(id);
    return [Math.round((s.x - 50) / 100), Math.round((s.y - 50) / 100)];
  }

  letter(e) {
    if (e.altKey || e.metaKey || e.ctrlKey) return;
    if (e.key === "Escape") {
      if (this.any && this.host.allowed()) this.back();
      return;
    }
    if (this.host.quiet?.()) return;
    const key = e.key.toLowerCase();
    if (key === "l") {
      const ids = [...this.canvas.hits.keys()].filter((id) => this.legal.has(id));
      const from = ids.indexOf(e.target.dataset.shape);
      if (ids.length) {
        this.keys = true;
        this.canvas.focus(ids.at((from + (e.shiftKey ? (from < 0 ? 0 : -1) : 1)) % ids.length));
      }
    } else if (this.board.hand && "qef".includes(key)) this.turn("qef".indexOf(key));
    else if (/^[1-9]$/.test(key)) {
      const trays = this.board.shapes.filter((s) => s.kind === "tray" && this.now.marks[s.id]);
      if (trays[key - 1]) this.choose(trays[key - 1].id);
    } else this.host.key?.(key);
  }
}
