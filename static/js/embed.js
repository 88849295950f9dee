// The match in a frame on another site: its plies one after the other. Without it the last one is shown.
import { changed, layers, LAYERS, readGeometry } from "./draw.js";

const root = document.querySelector("[data-embed]"), $ = (selector) => root.querySelector(selector);
const { geometry, start, plies } = JSON.parse(document.getElementById("embed-data").textContent);
const board = readGeometry(geometry), slider = $("input"), last = plies.length;
const nothing = { legal: new Set(), chosen: new Set(), draft: {} };

const show = (asked) => {
  const ply = Math.max(0, Math.min(last, asked)), now = plies[ply - 1];
  const marks = plies.slice(0, ply).reduce((before, { d }) => changed(before, d), start);
  const next = layers(board, { ...nothing, marks, last: new Set(now?.l), drawings: now?.o ?? [] });
  for (const name of LAYERS) $(`.y-${name}`).innerHTML = next[name];
  slider.value = ply;
  slider.setAttribute("aria-valuetext", now?.w ?? root.dataset.start);
  $("[data-words]").textContent = now ? `${ply}. ${now.w}` : root.dataset.start;
  $("[data-count]").textContent = `${ply} / ${last}`;
  for (const button of root.querySelectorAll("[data-go]")) {
    button.disabled = ply === (["first", "prev"].includes(button.dataset.go) ? 0 : last);
  }
};

root.addEventListener("click", (e) => {
  const step = e.target.closest("[data-go]")?.dataset.go, ply = +slider.value;
  if (step) show({ first: 0, prev: ply - 1, next: ply + 1, last }[step]);
});
slider.addEventListener("input", () => show(+slider.value));
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target === slider) return;
  const step = { ArrowLeft: -1, ",": -1, ArrowRight: 1, ".": 1 }[e.key];
  if (step) show(+slider.value + step);
});
$("[data-tools]").hidden = false;
show(+slider.value);
