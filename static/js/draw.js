// Draws a position into the layers of a board's SVG. Mirrors games/boards/svg.py string for string;
// whoever changes one changes the other. Knows no game.

export const LAYERS = ["last", "faces", "links", "under", "lines", "dots", "pieces", "over", "top"];

const n = (x) => String(+x.toFixed(1));
const small = (piece) => piece.endsWith("-v");

export const escape = (text) =>
  String(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[c]);

export const fill = (text, gaps) => (text ?? "").replace(/\{(\w+)\}/g, (all, key) => gaps?.[key] ?? all);

/** Marks after these changes; null empties a shape. */
export function changed(marks, changes) {
  const result = { ...marks };
  for (const [id, mark] of Object.entries(changes ?? {})) {
    if (mark) result[id] = mark;
    else delete result[id];
  }
  return result;
}

/** What has to change to come from one set of marks to another. */
export function difference(before, after) {
  const result = {};
  for (const [id, mark] of Object.entries(after)) {
    if (JSON.stringify(before[id]) !== JSON.stringify(mark)) result[id] = mark;
  }
  for (const id of Object.keys(before)) if (!after[id]) result[id] = null;
  return result;
}

/** Closed outlines of unit cells [column, row] as one path. */
export function outline(cells, k = 100) {
  const inside = new Set(cells.map(String));
  const has = (x, y) => inside.has(`${x},${y}`);
  const edges = new Map();
  const add = (a, b, c, d) => {
    const key = `${a},${b}`;
    if (!edges.has(key)) edges.set(key, []);
    edges.get(key).push([c, d]);
  };
  for (const [x, y] of cells) {
    if (!has(x, y - 1)) add(x, y, x + 1, y);
    if (!has(x + 1, y)) add(x + 1, y, x + 1, y + 1);
    if (!has(x, y + 1)) add(x + 1, y + 1, x, y + 1);
    if (!has(x - 1, y)) add(x, y + 1, x, y);
  }
  let path = "";
  while (edges.size) {
    const start = edges.keys().next().value;
    let key = start;
    const points = [];
    do {
      const next = edges.get(key).pop();
      if (!edges.get(key).length) edges.delete(key);
      points.push(key.split(",").map(Number));
      key = String(next);
    } while (key !== start);
    const corners = points.filter(([x, y], i) => {
      const a = points.at(i - 1), b = points[(i + 1) % points.length];
      return !((a[0] === x && x === b[0]) || (a[1] === y && y === b[1]));
    });
    path += "M" + corners.map(([x, y]) => `${x * k} ${y * k}`).join("L") + "Z";
  }
  return path;
}

/** The column and row of a square. */
export const place = (shape) => [Math.round((shape.x - 50) / 100), Math.round((shape.y - 50) / 100)];

/** A small picture of a polyomino for the tray. */
export function handPiece(cells, colour, cell = 11) {
  const left = Math.min(...cells.map((c) => c[0])), top = Math.min(...cells.map((c) => c[1]));
  const own = cells.map(([x, y]) => [x - left, y - top]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const has = (x, y) => own.some((c) => c[0] === x && c[1] === y);
  const wide = Math.max(...own.map((c) => c[0])) + 1, high = Math.max(...own.map((c) => c[1])) + 1;
  const seams =
    own.filter(([x, y]) => has(x - 1, y)).map(([x, y]) => `M${x * 100} ${y * 100}v100`).join("") +
    own.filter(([x, y]) => has(x, y - 1)).map(([x, y]) => `M${x * 100} ${y * 100}h100`).join("");
  return (
    `<svg class="pcs ${colour}" width="${n(wide * cell)}" height="${n(high * cell)}" viewBox="-6 -6 ${wide * 100 + 12} ${high * 100 + 12}" aria-hidden="true">` +
    `<path class="pc" d="${outline(own)}"/><path class="psm" d="${seams}"/></svg>`
  );
}

function tiles(colour, own, css) {
  const body = own
    .map(([s, mark]) => `<use href="#${mark[0]}" x="${n(s.x)}" y="${n(s.y)}"/><use href="#gl-${colour}" x="${n(s.x)}" y="${n(s.y)}" class="em"/>`)
    .join("");
  return `<g class="tl ${colour}${css}">${body}</g>`;
}

/** The frame round a cell or vertex: solid `sel` or dashed `cur`. */
export function frame(s, css) {
  if (s.kind === "cell" && s.r >= 50) {
    return `<rect class="${css}" x="${n(s.x - s.r + 4)}" y="${n(s.y - s.r + 4)}" width="${n(2 * s.r - 8)}" height="${n(2 * s.r - 8)}" rx="8"/>`;
  }
  return `<circle class="${css}" cx="${n(s.x)}" cy="${n(s.y)}" r="${n(s.r + 4)}"/>`;
}

const path = (css, d) => (d ? `<path class="${css}" d="${d}"/>` : "");

/** The SVG of every layer of a view: {marks, last, legal, chosen, draft, drawings, cur, dim, ghost}. */
export function layers(board, view) {
  const out = Object.fromEntries(LAYERS.map((name) => [name, ""]));
  const { marks, last, legal, chosen, draft, dim } = view;
  const links = { black: "", white: "" };
  const own = new Map();
  const ghost = [], lastTiles = [];
  let free = "", drawn = "";
  let lines = "";
  for (const s of board.shapes) {
    if (s.kind === "tray") continue;
    const drafted = s.id in draft, isLast = last.has(s.id) && !drafted, isLegal = legal.has(s.id), isChosen = chosen.has(s.id);
    let mark = drafted ? draft[s.id] : marks[s.id];
    const lift = drafted && !mark?.[0] && !!marks[s.id]?.[0];
    if (lift) mark = marks[s.id];
    const [piece, colour, states] = mark ?? ["", "", ""];
    if (s.kind === "face") {
      if (mark) {
        const css = colour + (drafted ? " draft" : "");
        out.faces += `<path class="face ${css}" d="${s.d}"/>`;
        if (piece) out.faces += `<use href="#${piece}" class="fg ${css}" transform="translate(${n(s.x)} ${n(s.y)}) scale(${n(s.r / 33)})"/>`;
      } else out.faces += `<path class="face0" d="${s.d}"/>`;
    } else if (s.kind === "link") {
      if (mark) links[colour] += s.d;
    } else if (s.kind === "line") {
      if (!mark) free += s.d;
      else if (drafted || isLast) lines += path(drafted ? "lhalo d" : "lhalo", s.d) + path(drafted ? "drawn draftl" : "drawn lastl", s.d);
      else drawn += s.d;
      if (isChosen && !mark) lines += path("drawn draftl", s.d);
    } else if (piece.startsWith("tile-")) {
      if (drafted) ghost.push([s, mark]);
      else {
        if (!own.has(colour)) own.set(colour, []);
        own.get(colour).push([s, mark]);
        if (isLast) lastTiles.push(place(s));
      }
    } else spot(out, s, mark, { isLast, isLegal, isChosen, drafted, lift, dim });
    if (isLegal && !piece && (s.kind === "cell" || s.kind === "vertex")) {
      out.dots += `<circle class="legal" cx="${n(s.x)}" cy="${n(s.y)}" r="${board.hand ? 16 : 11}"/>`;
    }
    if (s.id === view.cur) out.top += s.kind === "line" ? path("lcur0", s.d) + path("lcur", s.d) : frame(s, "cur0") + frame(s, "cur");
  }
  for (const [colour, d] of Object.entries(links)) out.links += path(`lk0 ${colour}`, d) + path(`lk ${colour}`, d);
  out.lines = path("free", free) + path("drawn", drawn) + lines;
  for (const [colour, cells] of own) out.pieces += tiles(colour, cells, "");
  if (ghost.length) {
    const d = outline(ghost.map(([s]) => place(s)));
    out.top += tiles(ghost[0][1][1], ghost, " ghost") + path("gl0", d) + path("gl1", d);
  }
  if (view.ghost) out.top += floating(view.ghost);
  if (lastTiles.length) out.over += path("plast", outline(lastTiles));
  for (const [css, d, under] of view.drawings) out[under ? "under" : "over"] += path(css, d);
  return out;
}

/** A cell or vertex with what stands on it. */
function spot(out, s, mark, { isLast, isLegal, isChosen, drafted, lift, dim }) {
  const [piece, colour, all] = mark ?? ["", "", ""];
  const { x, y, r } = s;
  const states = all.split(" ");
  const stone = piece.startsWith("st-");
  if (isLast && s.kind === "cell" && r >= 50) {
    out.last += `<rect class="last" x="${n(x - r)}" y="${n(y - r)}" width="${n(2 * r)}" height="${n(2 * r)}"/>`;
    let d = "";
    for (const i of [-1, 1]) for (const j of [-1, 1]) d += `M${n(x + i * 46)} ${n(y + j * 28)}V${n(y + j * 46)}H${n(x + i * 28)}`;
    out.top += path("tick", d);
  }
  if (states.includes("dead")) out.pieces += path("dead", `M${n(x - 14)} ${n(y - 14)}l28 28m0-28l-28 28`);
  if (piece) {
    let css = states.filter((state) => ["lift", "ghost", "draft"].includes(state)).join(" ");
    if (lift || (isChosen && !drafted)) css = "lift";
    else if (drafted && !isChosen) css = "ghost";
    else if (dim && !isLegal && !isChosen) css = "dim";
    out.pieces += `<use href="#${piece}" x="${n(x)}" y="${n(y)}"${css && ` class="${css}"`}/>`;
  }
  if (stone && states.includes("win")) out.top += `<circle class="pipc" cx="${n(x)}" cy="${n(y)}" r="${small(piece) ? 8 : 11}"/>`;
  else if (stone && isLast) out.top += `<circle class="lring ${colour}" cx="${n(x)}" cy="${n(y)}" r="${small(piece) ? 10 : 16}"/>`;
  if (stone && isLegal && !drafted) out.top += `<circle class="legal on" cx="${n(x)}" cy="${n(y)}" r="11"/>`;
  if (isChosen || lift) out.top += frame(s, "sel");
}

/** The piece in the hand, wherever the pointer is: {cells, colour, bad, at}. */
function floating({ cells, colour, bad, at }) {
  const has = (x, y) => cells.some((c) => c[0] === x && c[1] === y);
  const own = cells.map(([x, y]) => {
    const mask = (has(x, y - 1) ? 1 : 0) + (has(x + 1, y) ? 2 : 0) + (has(x, y + 1) ? 4 : 0) + (has(x - 1, y) ? 8 : 0);
    return [{ x: x * 100 + 50, y: y * 100 + 50 }, [`tile-${mask}`]];
  });
  const d = outline(cells);
  let svg = tiles(colour, own, " ghost") + path("gl0", d) + path(bad ? "gl1 bad" : "gl1", d);
  if (bad) {
    const [x, y] = at.map((c) => c * 100 + 50);
    svg += path("gl0", `M${x - 40} ${y - 40}l80 80m0-80l-80 80`) + path("gl1 bad", `M${x - 40} ${y - 40}l80 80m0-80l-80 80`);
  }
  return svg;
}

/** Geometry as it is used: shapes as objects, by id. */
export function readGeometry(json) {
  const shapes = json.shapes.map(([id, kind, x, y, r, d, label]) => ({ id, kind, x, y, r, d, label }));
  return { ...json, shapes, byId: new Map(shapes.map((s) => [s.id, s])) };
}
