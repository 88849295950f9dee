// Every ply of the match, without asking the server: which one is shown, the log and the buttons under it.
import { escape, fill } from "./draw.js";
import { texts } from "./panel.js";

export class Replay {
  constructor(match) {
    this.match = match;
    this.ply = match.last;
    match.root.addEventListener("click", (e) => {
      const step = e.target.closest("[data-go]")?.dataset.go;
      if (step) this.go({ first: 0, prev: this.ply - 1, next: this.ply + 1, last: match.last }[step]);
      const ply = e.target.closest("[data-ply]");
      if (ply) {
        e.preventDefault();
        this.go(+ply.dataset.ply);
      }
    });
    addEventListener("hashchange", () => this.asked());
  }

  /** Show the ply that the address names; false if it names none. */
  asked() {
    const asked = /^#(\d+)$/.exec(location.hash);
    if (asked) this.go(+asked[1], false);
    return !!asked;
  }

  go(ply, write = true) {
    this.match.takeBack();
    this.ply = Math.max(0, Math.min(this.match.last, ply));
    this.match.notice = null;
    if (write) history.replaceState(null, "", this.match.latest ? location.pathname + location.search : `#${this.ply}`);
    this.match.paint();
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
    const { root, data, $, last, latest } = this.match;
    const list = $(".mv");
    if (!list) return;
    for (let n = list.children.length + 1; n <= last; n++) {
      const ply = data.plies[n - 1];
      list.insertAdjacentHTML("beforeend", `<li><i>${n}</i><a href="#${n}" data-ply="${n}">${escape(ply.w)}</a></li>`);
    }
    while (list.children.length > last) list.lastChild.remove();
    [...list.children].forEach((row, i) => {
      const on = i + 1 === this.ply;
      if (on === row.classList.contains("on")) return;
      row.classList.toggle("on", on);
      if (on) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    const row = list.children[this.ply - 1];
    if (row && this.seen !== this.ply) {
      this.seen = this.ply;
      list.scrollTop = row.offsetTop - (list.clientHeight - row.clientHeight) / 2;
    }
    $("[data-count]").textContent = `${this.ply} / ${last}`;
    for (const button of root.querySelectorAll("[data-go]")) {
      button.disabled = ["first", "prev"].includes(button.dataset.go) ? this.ply === 0 : latest;
    }
  }
}
