// The clock of a match on the page: it stands still in `stops` ([[start, end, why], …], see the API).

const at = (text) => Date.parse(text);

/** Milliseconds that the player to move has left at `now` (the server's time), or null. */
export function left(data, now) {
  if (data.status !== "active" || !data.deadline) return null;
  const due = at(data.deadline);
  const stopped = data.stops.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(at(end), due) - Math.max(at(start), now)), 0);
  return Math.max(0, due - now - stopped);
}

/** Why the clock stands still at `now`; empty if it runs. */
export function stopped(data, now) {
  return data.stops.find(([start, end]) => at(start) <= now && now < at(end))?.[2] ?? "";
}

/** When somebody has posted their last move: "posted 20 h ago"; as `posted_text` of games/timing.py. */
export function posted(since, now, texts) {
  const minutes = Math.floor((now - at(since)) / 60000);
  const [unit, words] = minutes >= 2880 ? [1440, "posted_d"] : minutes >= 60 ? [60, "posted_h"] : [1, minutes >= 1 ? "posted_min" : "posted_now"];
  return texts[words].replace("{n}", Math.floor(minutes / unit));
}

/** What each row of the players says of its clock. `spell` puts milliseconds into words. */
export function showClocks(root, data, now, spell) {
  for (const line of root.querySelectorAll("[data-stopped]")) {
    line.textContent = data.status === "active" ? stopped(data, now) : "";
    line.hidden = !line.textContent;
  }
  for (const seat of data.seats) {
    const cell = root.querySelector(`[data-seat="${seat.seat}"] [data-clock]`);
    if (!cell) continue;
    const own = seat.left === null ? null : seat.seat === data.to_move ? left(data, now) : seat.left * 1000;
    cell.textContent = [seat.away, own === null ? "" : spell(own)].filter(Boolean).join(" · ");
  }
}
