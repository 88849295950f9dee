// A move that is written as the record writes it becomes a draft, as if it had been picked.
import { fill } from "./draw.js";
import { Offline } from "./live.js";
import { texts } from "./panel.js";

// capitals, and the order of a piece's squares, need not be right where only one move can be meant
const loose = (text) => text.toLowerCase().split(",").sort().join();

const found = (legal, text) => {
  const alike = legal.filter((move) => loose(move.t) === loose(text));
  return legal.find((move) => move.t === text) ?? (alike.length === 1 ? alike[0] : undefined);
};

/** Draft what the form says; where that is not possible say why, there and in the bar. */
export async function typed(match, form) {
  const field = form.elements.move, error = form.querySelector(".err"), { play } = match;
  const say = (sentence) => {
    error.textContent = sentence;
    error.hidden = !sentence;
    field.setAttribute("aria-invalid", !!sentence);
    if (sentence) match.tell(sentence);
  };
  say("");
  if (!match.allowed() || match.guest || play.busy) return say(match.mine ? match.replay.where() : texts.not_your_turn);
  for (const [n, text] of field.value.split(/[;\s]+/).filter(Boolean).entries()) {
    if (n && play.move) {
      play.clear();
      match.changed();
      return say(fill(texts.turn_over, { move: text }));
    }
    const move = found(play.now.legal ?? [], text);
    if (!move) return say(await reason(match, text));
    await play.take(move);
  }
  field.select();
}

/** Why this is no move, in the words of the rules. */
async function reason(match, text) {
  try {
    await match.line([...match.play.played, text]);
  } catch (error) {
    return error instanceof Offline ? texts.offline : error.message || texts.not_here;
  }
  return texts.not_here;
}
