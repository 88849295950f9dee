// Every ply of the match, without asking the server: which one is shown, the log and the buttons under it.
import { escape, fill } from "./draw.js";
import { texts } from "./panel.js";

const STEPS = { prev: -1, next: 1 };

export class Replay {
  constructor(match) {
    this.match = match;
    this.ply = match.last;
    match.root.addEventListener("click", (e) => {
      const step = e.target.closest("[data-go]")?.dataset.go;
      if (step in STEPS) this.step(STEPS[step]);
      else if (step) this.go(step === "first" ? 0 : match.last);
      const ply = e.target.closest("[data-ply]");
      if (ply) {
        e.preventDefault();
        this.go(+ply.dataset.ply);
      }
    });
    match.$("[data-at]")?.addEventListener("input", (e) => this.go(+e.target.value));
    document.addEventListener("keydown", (e) => this.key(e));
    addEventListener("hashchange", () => this.asked());
  }

  /** Show the ply that the address names; false if it names none. */
  asked() {
    const asked = /^#(\d+)$/.exec(location.hash);
    if (asked) this.go(+asked[1], false);
    return !!asked;
  }

  /** `,` and `.` everywhere but in fields; left and right where they mean nothing else. */
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, textarea, select, [contenteditable]")) return;
    const arrow = ["ArrowLeft", "ArrowRight"].indexOf(e.key), letter = [",", "."].indexOf(e.key);
    if (arrow >= 0 && !e.target.closest?.("svg.board, [data-tray]")) this.step(arrow || -1);
    else if (letter >= 0 && this.match.root.dataset.keys !== "off") this.step(letter || -1);
  }

  /** One ply back or on, in the game or in what is tried on its board. */
  step(by) {
    const { guest } = this.match;
    if (guest) guest.step(by);
    else this.go(this.ply + by);
  }

  go(ply, write = true) {
    this.match.takeBack();
    this.ply = Math.max(0, Math.min(this.match.last, ply));
    this.match.notice = null;
    this.match.came = "";
    if (write) {
      // browsers refuse an address that changes with every pixel of the slider
      clearTimeout(this.writing);
      this.writing = setTimeout(() => this.write(), 250);
    }
    this.match.paint();
  }

  /** The address leads to what is shown. */
  write() {
    clearTimeout(this.writing);
    history.replaceState(null, "", this.match.latest ? location.pathname + location.search : `#${this.ply}`);
  }

  /** The marks after so many plies; no request. */
  marks(ply) {
    let marks = { ...this.match.data.start };
    for (const { d } of this.match.data.plies.slice(0, ply)) {
      for (const id in d) {
        if (d[id]) marks[id] = d[id];
        else delete marks[id];
      }
    }
    return marks;
  }

  /** The ply that is looked back at, if one is. */
  look() {
    if (this.match.latest) return null;
    const ply = this.match.data.plies[this.ply - 1];
    return { marks: this.marks(this.ply), last: ply?.l ?? [], drawings: ply?.o ?? [] };
  }

  /** Which ply is looked back at. */
  where() {
    return this.ply ? fill(texts.looking_back, { ply: this.ply, plies: this.match.last }) : texts.at_start;
  }

  paint() {
    const { root, data, $, last, latest, guest } = this.match;
    const list = $(".mv");
    if (!list) return;
    for (let n = list.children.length + 1; n <= last; n++) {
      const ply = data.plies[n - 1], how = texts[`how_${ply.h}`];
      list.insertAdjacentHTML("beforeend", `<li><i>${n}</i><a href="#${n}" data-ply="${n}">${escape(ply.w)}${how ? ` <span class="tag">${how}</span>` : ""}</a></li>`);
    }
    while (list.children.length > last) list.lastChild.remove();
    const row = list.children[this.ply - 1], old = list.querySelector(".on");
    if (row !== old) {
      old?.classList.remove("on");
      old?.removeAttribute("aria-current");
      row?.classList.add("on");
      row?.setAttribute("aria-current", "step");
    }
    $("[data-count]").textContent = `${this.ply} / ${last}`;
    const slider = $("[data-at]");
    slider.max = last;
    slider.value = this.ply;
    slider.setAttribute("aria-valuetext", [this.where(), data.plies[this.ply - 1]?.w].filter(Boolean).join(" "));
    for (const button of root.querySelectorAll("[data-go]")) {
      const way = button.dataset.go;
      button.disabled = guest && way in STEPS ? !guest.can(STEPS[way]) : ["first", "prev"].includes(way) ? this.ply === 0 : latest;
    }
    if (this.seen === this.ply) return;
    this.seen = this.ply;
    list.scrollTop = row ? row.offsetTop - (list.clientHeight - row.clientHeight) / 2 : 0;
  }
}
