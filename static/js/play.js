// From picks to a draft: one way of playing for all games. Knows no rules; the server sends all legal
// moves with the shapes to pick for each, and this walks the prefix tree they form.
import { Canvas, listen, patch } from "./board.js";
import { changed, difference, escape, fill } from "./draw.js";

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

/**
 * A board that can be played on. Where pieces are held and turned (`board.hand`) take `Hand` of hand.js
 * instead. `root` holds svg.board and, if there is one, [data-tray]. `host` answers:
 *   line(moves) → promise of the position after these moves,  why(picks, moves) → promise of a sentence,
 *   allowed() → may moves be made now; if not, refused(id, event) is told of picks, and early() → they are
 *   kept until they may,  look() → {marks, last, drawings} when an older ply is shown, else null,
 *   changed() after every change,  tell(sentence) for reasons,  actions: whether the host shows `actions`
 *   itself, moves that are words and not places,  name(seat) of a player, where there are any.
 */
export class Play {
  constructor(root, board, texts, host) {
    Object.assign(this, { root, board, texts, host });
    this.canvas = new Canvas(root.querySelector("svg.board"), board, texts);
    // several boards on one page would share their ids
    if (host.nameless) for (const { hit } of this.canvas.hits.values()) hit.removeAttribute("id");
    this.tray = root.querySelector("[data-tray]");
    this.hover = null;
    this.carry = listen(this.canvas, this);
    this.tray?.addEventListener("click", (e) => {
      const button = e.target.closest("[data-shape]");
      if (button) this.choose(button.dataset.shape);
    });
    this.tray?.addEventListener("keydown", (e) => this.letter(e));
    for (const button of root.querySelectorAll("[data-nudge]")) {
      button.addEventListener("click", () => this.nudge(...button.dataset.nudge.split(",").map(Number)));
    }
  }

  /** Show this position and start anew: {marks, last, drawings, legal, prompts, anchors, blocked, hint}. */
  set(position) {
    this.stack = [this.read(position)];
    this.kept = [];
    this.clear();
  }

  read(position) {
    return { ...position, tree: treeOf(position.legal ?? []) };
  }

  clear() {
    this.picks = [];
    this.busy = false;
    this.ticket = {};
  }

  /** Put the draft by, with the position it belongs to. */
  stash() { return { stack: this.stack, kept: this.kept, picks: this.picks }; }

  /** Take up again what was put by. */
  unstash(away) {
    this.clear();
    Object.assign(this, away);
  }

  get base() { return this.stack[0]; }
  get now() { return this.stack.at(-1); }
  get ids() { return this.picks.map((pick) => pick.id); }
  get node() { return this.walk(this.ids); }
  get early() { return !!this.host.early?.(); }
  get played() { return this.kept.map((move) => move.t); }
  get any() { return this.kept.length > 0 || this.picks.length > 0; }

  /** The move that the picks make, if they make one. */
  get move() { return this.node?.move ?? undefined; }

  /** The same where the board shows it shape by shape. */
  get picked() { return this.move; }

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
    if (!this.host.allowed()) return this.host.refused?.(id, event);
    if (this.busy) {
      this.queued = id; // taken up once the move before it has been checked
      return;
    }
    const at = this.ids.indexOf(id);
    if (this.node.kids.has(id)) this.pick(id);
    else if (this.picks[at]?.auto) this.picks[at].auto = false;
    else if (at >= 0) this.picks.length = at;
    else if (!this.swap(id)) return this.refuse([...this.without(id), id]);
    this.after();
  }

  /** Pick a whole move at once, in place of what was picked. */
  async take(move) {
    this.clear();
    this.picks = move.p[0].map((id) => ({ id, auto: false }));
    if (move.k) await this.keep(move);
    else this.host.changed();
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

  /** The picks that stay when `id` is picked too: a complete draft changes its last pick of that kind. */
  without(id) {
    const { ids } = this, kind = (one) => this.board.byId.get(one)?.kind;
    const last = ids.findLastIndex((one) => kind(one) === kind(id));
    return this.move ? ids.filter((_, i) => i !== (last < 0 ? ids.length - 1 : last)) : ids;
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
    this.queued = null;
    try {
      const answer = await this.host.line(this.played);
      if (ticket !== this.ticket) return;
      this.stack[this.stack.length - 1] = this.read({ ...this.base, ...answer });
      this.busy = false;
      if (this.node.kids.has(this.queued)) return this.choose(this.queued);
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
    if (this.picks.length) {
      while (this.picks.pop().auto);
    } else if (this.kept.length) {
      this.kept.pop();
      this.stack.pop();
    }
    this.host.changed();
  }

  /** Take a kept draft up again; true if all of it is still possible. */
  async restore({ m = [], w = [], p = [] }) {
    try {
      const after = await Promise.all(m.map((_, i) => this.host.line(m.slice(0, i + 1))));
      after.forEach((answer, i) => {
        this.kept.push({ t: m[i], w: w[i] ?? m[i] });
        this.stack.push(this.read({ ...this.base, ...answer }));
      });
    } catch {
      return false;
    }
    for (const id of p) {
      if (!this.node.kids.has(id)) return false;
      this.picks.push({ id, auto: false });
    }
    return this.any;
  }

  save() {
    return { m: this.played, w: this.kept.map((move) => move.w), p: this.ids };
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

  // --- what is seen ----------------------------------------------------------------------------

  get legal() {
    if (!this.host.allowed() || this.busy) return new Set();
    return new Set(this.node?.kids.keys() ?? []);
  }

  get wanted() {
    const own = new Set([...this.legal, ...this.ids]);
    if (this.move) {
      // a complete draft: everything its last pick can be moved to
      this.ids.forEach((_, i) => this.walk(this.ids.filter((_, j) => j !== i))?.kids.forEach((_, id) => own.add(id)));
    }
    return own;
  }

  paint() {
    const past = this.host.look();
    const view = { marks: this.base.marks, last: new Set(this.base.last), drawings: this.base.drawings ?? [], draft: {}, legal: new Set(), chosen: new Set(), cur: null, ghost: null };
    if (past) Object.assign(view, { marks: past.marks, last: new Set(past.last), drawings: past.drawings, cur: this.keys ? this.hover : null });
    else this.lay(view);
    this.view = view;
    this.canvas.render({ said: view.draft, does: (id, mark) => this.does(id, mark), ...view });
    this.canvas.svg.classList.toggle("live", !!view.cur || !!view.held);
    this.canvas.svg.classList.toggle("held", !!view.held);
    this.paintTray(view, !past);
  }

  /** What picking this would do, where that is more than to fill it: take a stone over, close a field. */
  does(id, mark) {
    const move = this.node?.kids.get(id)?.move;
    return move && (mark?.[0] || (this.board.byId.get(id).kind === "line" && Object.keys(move.d ?? {}).length > 1)) ? move.w : "";
  }

  /** Put the draft, and what can be picked next, into a view. */
  lay(view) {
    const live = this.legal, move = this.picked;
    const after = move?.d ? changed(this.now.marks, move.d) : this.now.marks;
    view.said = view.draft = this.any ? difference(this.base.marks, after) : {};
    if (this.kept.length && this.now.drawings) view.drawings = this.now.drawings;
    view.chosen = new Set(this.ids);
    view.legal = move ? this.wanted : live;
    if (move) this.ids.forEach((id) => view.legal.delete(id));
    view.dim = this.picks.length > 0 && !move && [...live].some((id) => this.now.marks[id]?.[0] && this.board.byId.get(id).kind !== "tray");
    const target = this.hover && this.node?.kids.get(this.hover);
    if (target?.move?.d && !move && this.board.byId.get(this.hover).kind !== "line") {
      view.draft = difference(this.base.marks, changed(this.now.marks, target.move.d));
    }
    view.cur = this.hover && (this.wanted.has(this.hover) || this.keys) ? this.hover : null;
  }

  paintTray(view, live) {
    if (!this.tray) return;
    const marks = { ...view.marks, ...(live ? view.said : {}) };
    const allowed = live && (this.host.allowed() || this.early);
    const parts = this.board.shapes.filter((s) => s.kind === "tray" && marks[s.id]).map((s) => [this.button(s, marks[s.id], view.chosen.has(s.id), allowed), null]).filter(([html]) => html);
    const focused = this.tray.contains(document.activeElement) && document.activeElement.dataset.shape;
    if (!this.parts) this.tray.replaceChildren();
    patch(this.tray, this.parts ?? [], parts);
    this.parts = parts;
    if (focused && !this.tray.contains(document.activeElement)) this.tray.querySelector(`[data-shape="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    const section = this.tray.closest("section");
    if (section?.matches(".g-tray")) section.hidden = !parts.length;
    else this.tray.hidden = !parts.length;
  }

  /** A shape of the tray as HTML: something to pick, something to see, or nothing. */
  button(s, [piece, colour, , label, count, caption], on, allowed) {
    const body = piece
      ? `<svg viewBox="-48 -48 96 96" aria-hidden="true"><use href="#${piece}"/></svg>${count === null ? "" : `<span class="num">${caption ? escape(caption) : count}</span>`}`
      : escape(s.label);
    const words = [s.label, piece ? label : ""].filter(Boolean);
    const css = piece ? "sup" : "btn";
    if (!piece && !on && !this.wanted.has(s.id)) return "";
    if (!piece && this.host.actions && this.now.tree.kids.has(s.id)) return "";
    const reason = piece && !on && allowed && count !== 0 && !this.wanted.has(s.id) ? this.reasonNot(s.id) : "";
    if (reason) words.push(reason);
    if (!allowed || (!this.now.tree.all.has(s.id) && !(piece && this.fromTray) && count !== 0)) {
      return `<span class="${css}${on ? " on" : ""}"${this.named(s)} role="img" aria-label="${escape(words.join(", "))}">${body}</span>`;
    }
    return this.pickable(s, { css, body, words: words.join(", "), on, reason, off: count === 0 || (!on && !this.early && !this.wanted.has(s.id)) });
  }

  /** Whether a move may begin with a piece beside the board. */
  get fromTray() { return [...this.now.tree.kids.keys()].some((id) => this.board.byId.get(id).kind === "tray" && this.now.marks[id]?.[0]); }

  named(s) { return this.host.nameless ? "" : ` id="s-${escape(s.id)}"`; }

  /** The moves that are a word: [id, label] of each, at the start of a turn. */
  get actions() {
    if (this.any || !this.host.allowed()) return [];
    return this.board.shapes.filter((s) => s.kind === "tray" && this.now.tree.kids.has(s.id) && this.now.marks[s.id] && !this.now.marks[s.id][0]).map((s) => [s.id, s.label]);
  }

  /** Why this may not follow the picks, once the server has said so. */
  reasonNot(id) {
    if (!this.picks.length || this.move || !this.fromTray) return "";
    const picks = [...this.ids, id], key = picks.join("|"), known = (this.now.reasons ??= new Map());
    if (!known.has(key)) {
      known.set(key, "");
      this.host.why(picks, this.played).then((sentence) => {
        known.set(key, sentence);
        this.paint();
      }, () => known.delete(key));
    }
    return known.get(key);
  }

  pickable(s, { css, body, words, on, off, reason }) {
    return `<button type="button" class="${css}${on ? " on" : ""}"${this.named(s)} data-shape="${escape(s.id)}" aria-label="${escape(words)}"${on ? ' aria-pressed="true"' : ""}${off ? ' aria-disabled="true"' : ""}${reason ? ` title="${escape(reason)}"` : ""}>${body}</button>`;
  }

  /** What the bar says: {title, more, icon}. */
  describe() {
    const t = this.texts, move = this.move, name = (id) => this.board.byId.get(id)?.label ?? id;
    if (move) {
      const piece = this.ids.map((id) => move.d?.[id]?.[0]).find((p) => p && !p.startsWith("gl-"));
      const icon = piece ? `<svg class="inl" width="24" height="24" viewBox="-48 -48 96 96" aria-hidden="true"><use href="#${piece}"/></svg>` : "";
      const warning = move.f !== undefined && this.host.name ? fill(t.completes, { name: this.host.name(move.f) }) : move.x;
      return { icon, title: move.w, more: warning || (this.node.kids.size ? t.complete_more : t.complete) };
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

  // --- pointer and keys (board.js) ---------------------------------------------------------------

  over(id) { this.point(id && this.wanted.has(id) ? id : null); }

  lift() { return false; }

  point(id) {
    if (id === this.hover) return;
    this.hover = id;
    this.paint();
  }

  /** As an arrow key does, by a button: on with the cursor; a complete draft moves where it may. */
  nudge(dx, dy) {
    const from = this.hover ?? this.ids.findLast((id) => this.canvas.hits.has(id)) ?? this.canvas.stop ?? [...this.legal].find((id) => this.canvas.hits.has(id));
    const next = this.hover || this.picks.length ? this.canvas.step(from, dx, dy) : from;
    if (!next) return;
    this.keys = true;
    this.canvas.stop = next;
    if (this.move && this.wanted.has(next) && !this.ids.includes(next)) this.choose(next);
    this.point(next);
  }

  step(id, dx, dy) {
    const next = this.canvas.step(id, dx, dy);
    if (next) this.canvas.focus(next);
    return next;
  }

  letter(e) {
    if (e.altKey || e.metaKey || e.ctrlKey) return;
    if (e.key === "Escape") {
      if (this.any && this.host.allowed()) this.back();
    } else if (!this.host.quiet?.()) this.shortcut(e.key.toLowerCase(), e);
  }

  shortcut(key, e) {
    if (key === "l") {
      const ids = [...this.canvas.hits.keys()].filter((id) => this.legal.has(id));
      const from = ids.indexOf(e.target.dataset.shape);
      if (ids.length) {
        this.keys = true;
        this.canvas.focus(ids.at((from + (e.shiftKey ? (from < 0 ? 0 : -1) : 1)) % ids.length));
      }
    } else if (/^[1-9]$/.test(key)) {
      const trays = this.board.shapes.filter((s) => s.kind === "tray" && this.now.marks[s.id]);
      if (trays[key - 1]) this.choose(trays[key - 1].id);
    } else this.host.key?.(key);
  }
}
