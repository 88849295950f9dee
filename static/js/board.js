// The board on the page: its layers and hit shapes, the way from a point to a shape, pointer and keys.
import { layers, LAYERS } from "./draw.js";

const CLICKED = new Set(["line", "cell", "vertex"]);
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** A layer's SVG as its elements: [text, parts of a group or null]. */
const split = (body) => [...body.matchAll(/<g[^>]*>(.*?)<\/g>|<[^>]+\/>/g)].map(([text, inner]) =>
  inner === undefined ? [text, null] : [text.slice(0, text.indexOf(">") + 1), split(inner)]);

/**
 * Make the children of `parent` those of `next`, keeping every element that is in both: a ply changes
 * a few of hundreds. Both are lists of [markup, parts or null], in an order that does not change.
 */
export function patch(parent, before, next) {
  const pool = new Map();
  before.forEach(([key, parts], i) => {
    if (!pool.has(key)) pool.set(key, []);
    pool.get(key).push([parent.children[i], parts]);
  });
  const kept = next.map(([key]) => pool.get(key)?.shift());
  for (const rest of pool.values()) for (const [node] of rest) node.remove();
  const fresh = parent.cloneNode(false);
  fresh.innerHTML = next.filter((_, i) => !kept[i]).map(([key, parts]) => (parts ? `${key}</g>` : key)).join("");
  let at = parent.firstElementChild;
  next.forEach(([, parts], i) => {
    const node = kept[i]?.[0] ?? fresh.firstElementChild;
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
    if (parts) patch(node, kept[i]?.[1] ?? [], parts);
  });
}

/** The SVG on the page: its layers, its hit shapes, and the way from a point to a shape. */
export class Canvas {
  constructor(svg, board, texts) {
    Object.assign(this, { svg, board, texts });
    this.groups = {};
    for (const name of LAYERS) this.groups[name] = svg.querySelector(`.y-${name}`);
    this.shown = {};
    this.turned = 0; // quarter turns by which the board lies
    for (const link of svg.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    this.hits = new Map();
    for (const s of board.shapes) {
      const hit = CLICKED.has(s.kind) && svg.querySelector(`#${CSS.escape(`s-${s.id}`)}`);
      if (!hit) continue;
      hit.setAttribute("role", "button");
      hit.dataset.shape = s.id;
      this.hits.set(s.id, { hit, s, label: null, pressed: null, off: null, tab: null });
    }
  }

  render(view) {
    const next = layers(this.board, view);
    for (const [name, body] of Object.entries(next)) {
      const group = this.groups[name], shown = this.shown[name];
      if (!group || shown?.body === body) continue;
      const parts = split(body);
      if (!shown) group.replaceChildren();
      patch(group, shown?.parts ?? [], parts);
      this.shown[name] = { body, parts };
    }
    if (!this.hits.has(this.stop)) this.stop = null;
    const stop = this.stop ?? [...this.hits.keys()].find((id) => view.legal.has(id)) ?? this.hits.keys().next().value;
    for (const [id, entry] of this.hits) {
      const mark = id in view.said ? view.said[id] : view.marks[id];
      const parts = [entry.s.label, mark ? mark[3] ?? "" : entry.s.kind === "line" ? this.texts.free : this.texts.empty];
      if (id in view.said) parts.push(this.texts.not_sent);
      else if (view.last.has(id)) parts.push(this.texts.last_move);
      if (view.legal.has(id)) parts.push(view.does(id, mark));
      set(entry, "label", "aria-label", parts.filter(Boolean).join(", "));
      set(entry, "pressed", "aria-pressed", view.chosen.has(id) ? "true" : null);
      set(entry, "off", "aria-disabled", view.legal.has(id) || view.chosen.has(id) ? null : "true");
      set(entry, "tab", "tabindex", id === stop ? "0" : "-1");
    }
  }

  /** Lay the board with another side down. Shapes keep their names; pieces and letters stand upright. */
  turn(quarters) {
    this.turned = ((quarters % 4) + 4) % 4;
    const { x, y, width, height } = this.svg.viewBox.baseVal, degrees = 90 * this.turned;
    if (!this.all) {
      this.all = document.createElementNS(this.svg.namespaceURI, "g");
      this.all.append(...this.svg.childNodes);
      this.svg.append(this.all);
    }
    this.all.setAttribute("transform", `rotate(${degrees} ${x + width / 2} ${y + height / 2})`);
    for (const text of this.svg.querySelectorAll("text")) {
      const box = text.getBBox();
      text.setAttribute("transform", `rotate(${-degrees} ${box.x + box.width / 2} ${box.y + box.height / 2})`);
    }
    // rules do not reach into what <use> copies, but attributes and variables come along
    for (const piece of document.querySelectorAll(".defs [id]:not([id^=tile])")) piece.style.rotate = "var(--turn)";
    this.svg.style.setProperty("--turn", `${-degrees}deg`);
  }

  /** A direction on the screen as one on the board. */
  aim(dx, dy) {
    for (let i = 0; i < this.turned; i++) [dx, dy] = [dy, -dx];
    return [dx + 0, dy + 0];
  }

  label(id) {
    return this.hits.get(id)?.label ?? this.board.byId.get(id)?.label ?? id;
  }

  /** Pointer position in board units. */
  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    if (!this.turned) return at;
    const { x, y, width, height } = this.svg.viewBox.baseVal, cx = x + width / 2, cy = y + height / 2;
    const [dx, dy] = this.aim(at.x - cx, at.y - cy);
    return { x: cx + dx, y: cy + dy };
  }

  /** The shape that is meant: nearest centre within reach, legal ones first. A mouse means the square it is in. */
  at(event, wanted) {
    const { x, y } = this.point(event);
    let any = null, best = null;
    let nearAny = Infinity, nearBest = this.board.reach;
    for (const [id, { s }] of this.hits) {
      const far = Math.hypot(s.x - x, s.y - y);
      if (far < nearAny) [any, nearAny] = [s, far];
      if (far < nearBest && wanted.has(id)) [best, nearBest] = [s, far];
    }
    if (!any) return null;
    const inside = any.kind === "cell" && Math.max(Math.abs(any.x - x), Math.abs(any.y - y)) <= any.r;
    if (inside && (event.pointerType === "mouse" || !best)) return any.id;
    return best?.id ?? (nearAny < this.board.reach ? any.id : null);
  }

  /** The next shape from `id` in a direction: nearest centre in a cone of 90°. */
  step(id, dx, dy) {
    const from = this.board.byId.get(id);
    [dx, dy] = this.aim(dx, dy);
    let best = null, near = Infinity;
    for (const [key, { s }] of this.hits) {
      const along = (s.x - from.x) * dx + (s.y - from.y) * dy;
      const across = Math.abs((s.x - from.x) * dy) + Math.abs((s.y - from.y) * dx);
      const far = Math.hypot(s.x - from.x, s.y - from.y);
      if (key !== id && along > 0 && across <= along + 0.01 && far < near) [best, near] = [key, far];
    }
    return best;
  }

  focus(id) {
    const entry = this.hits.get(id);
    if (!entry) return;
    this.hits.forEach((other) => set(other, "tab", "tabindex", other === entry ? "0" : "-1"));
    this.stop = id;
    entry.hit.focus({ preventScroll: true });
  }
}

function set(entry, key, attribute, value) {
  if (entry[key] === value && value !== null) return;
  if (value === null) entry.hit.removeAttribute(attribute);
  else entry.hit.setAttribute(attribute, value);
  entry[key] = value;
}

const TAP = 12; // px that a pointer may stray in a tap, and has to go before it drags

/** Whether a pointer has gone further than in a tap. */
export const strayed = (from, e) => Math.hypot(e.clientX - from.x, e.clientY - from.y) > TAP;

/**
 * Tell `play` (play.js) what pointer and keys mean: over(id), choose(id, event), step(id, dx, dy), letter(event);
 * lift(from, event) → whether something is dragged from where it was pressed, then drag(event) and
 * dropped(there), or dropped(false) when the drag came to nothing. Two fingers are neither tap nor drag.
 * The answer takes a pointer that was pressed elsewhere: its drag goes on here.
 */
export function listen(canvas, play) {
  const { svg } = canvas, fingers = new Set();
  let down = null, tapped = 0;
  const end = (there) => {
    if (down?.dragged) play.dropped(there);
    down = null;
  };
  const drag = (e) => {
    down.dragged = true;
    svg.setPointerCapture(e.pointerId); // to hear of it outside too
  };
  svg.addEventListener("pointerdown", (e) => {
    if (e.isPrimary) fingers.clear();
    fingers.add(e.pointerId);
    play.keys = false;
    end(true);
    if (fingers.size === 1 && e.button < 1) down = { x: e.clientX, y: e.clientY, id: e.pointerId };
  });
  svg.addEventListener("pointermove", (e) => {
    if (down?.id === e.pointerId && !down.dragged && strayed(down, e) && play.lift(down, e)) drag(e);
    if (down?.dragged) down.id === e.pointerId && play.drag(e);
    else if (e.pointerType === "mouse") play.over(canvas.at(e, play.wanted));
  });
  svg.addEventListener("pointercancel", (e) => {
    fingers.delete(e.pointerId);
    if (down?.id === e.pointerId) end(false);
  });
  svg.addEventListener("pointerleave", (e) => {
    if (down?.id === e.pointerId && !down.dragged) down = null;
    play.over(null);
  });
  svg.addEventListener("pointerup", (e) => {
    fingers.delete(e.pointerId);
    tapped = e.timeStamp;
    if (down?.id !== e.pointerId) return;
    const tap = !down.dragged && !strayed(down, e);
    end(true);
    const id = tap && canvas.at(e, play.wanted);
    if (id) play.choose(id, e);
  });
  // screen readers click without a pointer
  svg.addEventListener("click", (e) => {
    const id = e.target.dataset?.shape;
    if (id && e.timeStamp - tapped > 600) play.choose(id);
  });
  // not on the svg itself: listening for focus would make it a place to tab to
  svg.parentElement.addEventListener("focusin", (e) => {
    if (!svg.contains(e.target)) return;
    play.keys ||= e.target.matches(":focus-visible"); // by Tab, before any key was pressed here
    if (play.keys) play.point(e.target.dataset.shape ?? null);
  });
  svg.parentElement.addEventListener("focusout", (e) => svg.contains(e.target) && play.point(null));
  svg.addEventListener("keydown", (e) => {
    const id = e.target.dataset.shape;
    if (!id || e.altKey || e.metaKey || e.ctrlKey) return;
    play.keys = true;
    if (ARROWS[e.key]) {
      e.preventDefault();
      play.step(id, ...ARROWS[e.key]);
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      play.choose(id);
    } else play.letter(e);
  });
  return (e) => {
    fingers.clear();
    fingers.add(e.pointerId);
    down = { id: e.pointerId };
    drag(e);
  };
}
