// What a player may set about the board on this device, and the pieces of the others.
import { escape, fill, handPiece } from "./draw.js";
import { texts } from "./panel.js";

const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
};
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // for as long as the page
  }
};

export class Tools {
  constructor(match) {
    this.match = match;
    this.turnKey = `plypost:turn:${match.data.game}`;
    this.open = null; // the seat whose pieces are shown
    this.nudging = kept("plypost:nudge") === "1";
    const turned = +(kept(this.turnKey) ?? 0);
    if (turned) this.turn(turned);
  }

  get canvas() { return this.match.play.canvas; }

  /** Boards with a hand have four sides to play from, the others two. */
  turn(quarters) {
    this.canvas.turn(quarters);
    this.match.root.style.setProperty("--lie", `${90 * this.canvas.turned}deg`);
  }

  listen() {
    const { root, $, data, play } = this.match, { hand } = play.board;
    const turn = $("[data-lie]"), nudge = $("[data-nudging]");
    turn.hidden = false;
    turn.addEventListener("click", () => {
      this.turn(this.canvas.turned + (hand ? 1 : 2));
      keep(this.turnKey, this.canvas.turned);
    });
    nudge.hidden = !!hand || data.me === null || !matchMedia("(pointer: coarse)").matches;
    nudge.addEventListener("click", () => {
      this.nudging = !this.nudging;
      keep("plypost:nudge", this.nudging ? "1" : "0");
      this.match.closeMenu();
      this.paint();
    });
    $("[data-press]")?.addEventListener("click", () => {
      const id = play.hover ?? this.canvas.stop;
      if (id) play.choose(id);
    });
    if (hand) this.showHands(root);
  }

  paint() {
    const { $, mine, latest, play } = this.match;
    const bar = $("[data-nudges]");
    if (bar) bar.hidden = !this.nudging || !mine || !latest || !!play.board.hand;
    $("[data-nudging]").setAttribute("aria-pressed", this.nudging);
    this.paintHands();
  }

  /** The row of a player opens to the pieces that are left. */
  showHands(root) {
    for (const glyphs of root.querySelectorAll("[data-seat] .glyphs")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "glyphs";
      Object.assign(button.dataset, glyphs.dataset);
      button.append(...glyphs.childNodes);
      glyphs.replaceWith(button);
    }
    this.box = document.createElement("div");
    this.box.className = "hands";
    root.querySelector(".g-players").append(this.box);
    root.querySelector(".g-players").addEventListener("click", (e) => {
      const row = e.target.closest("[data-seat]");
      if (!row || e.target.closest("a")) return;
      this.open = this.open === +row.dataset.seat ? null : +row.dataset.seat;
      this.paintHands();
    });
  }

  paintHands() {
    if (!this.box) return;
    const { data, root, play } = this.match;
    for (const seat of data.seats) {
      const button = root.querySelector(`[data-seat="${seat.seat}"] button.glyphs`);
      button.setAttribute("aria-label", fill(texts.hand_of, { name: seat.name }));
      button.setAttribute("aria-expanded", this.open === seat.seat);
    }
    const seat = data.seats.find((one) => one.seat === this.open);
    this.box.hidden = !seat;
    if (!seat) return;
    const pieces = seat.colours.flatMap((colour) => (data.hands[colour] ?? []).map((id) => [play.board.hand.turns[id][0], colour, play.board.byId.get(id).label]));
    const words = fill(pieces.length ? texts.hand_of : texts.hand_none, { name: seat.name });
    this.box.innerHTML = `<p class="xs mute">${escape(words)}</p>` + pieces.map(([cells, colour, label]) => `<span role="img" aria-label="${escape(label)}">${handPiece(cells, colour, 8)}</span>`).join("");
  }
}
