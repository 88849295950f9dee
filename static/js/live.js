// The way to the server: questions and answers, and its hints whose turn it is and what has changed.
// Pages without a socket poll.

/** No answer from the server. */
export class Offline extends Error {}

/** JSON from the server as {status, data}; throws `Offline` if there was no proper answer. */
export async function ask(url, options) {
  let answer;
  try {
    answer = await fetch(url, { credentials: "same-origin", headers: { Accept: "application/json", ...options?.headers }, ...options });
  } catch {
    throw new Offline();
  }
  if (answer.status >= 500 || !answer.headers.get("Content-Type")?.includes("json")) throw new Offline();
  return { status: answer.status, data: await answer.json() };
}

/** An address with these parameters. */
export const query = (url, gaps) => {
  const at = new URL(url, location.href);
  for (const [key, value] of Object.entries(gaps)) at.searchParams.set(key, value);
  return at;
};

/** A position from the server; throws if there is none. */
export async function position(url, gaps) {
  const { status, data } = await ask(query(url, gaps));
  if (status !== 200) throw new Error(data.message);
  return data;
}

/** So many moves wait: in the title, on the tab's icon and on the button, which CSS shows by the number. */
export function showTurns(n) {
  const html = document.documentElement;
  html.dataset.turns = n;
  document.title = (n > 0 ? `(${n}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  const icon = document.querySelector("link[rel=icon][data-dot]");
  if (icon) icon.href = n > 0 ? icon.dataset.dot : icon.dataset.plain;
  for (const badge of document.querySelectorAll("[data-turns-badge]")) badge.textContent = n;
}

/**
 * Keeps a socket open. `hear(message)` gets every message; `look()` is called when something may have
 * been missed: the page came back, the network came back, or there is no socket. The document gets
 * both too, as the events "hint" (detail: the message) and "look", for whoever else wants to know.
 */
export function live(path, hear, look = () => {}) {
  let socket, wait = 1000, timer;
  const check = () => {
    look();
    document.dispatchEvent(new Event("look"));
  };
  const open = () => {
    clearTimeout(timer);
    try {
      socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    } catch {
      return;
    }
    socket.onopen = () => (wait = 1000);
    socket.onmessage = (e) => {
      let message;
      try {
        message = JSON.parse(e.data);
      } catch {
        return;
      }
      if ("turns" in message) showTurns(message.turns);
      hear(message);
      document.dispatchEvent(new CustomEvent("hint", { detail: message }));
    };
    socket.onclose = () => {
      timer = setTimeout(open, wait * (0.8 + Math.random() * 0.4));
      wait = Math.min(wait * 2, 60000);
    };
  };
  const again = () => {
    if (socket?.readyState > 1 || !socket) {
      wait = 1000;
      open();
    }
    check();
  };
  open();
  addEventListener("focus", again);
  addEventListener("online", again);
  addEventListener("pageshow", (e) => e.persisted && again());
  setInterval(() => {
    if (document.visibilityState === "visible" && socket?.readyState !== 1) check();
  }, 30000);
}

const { socket } = document.documentElement.dataset;
if (socket && !document.getElementById("match-data")) live(socket, () => {});
if (document.documentElement.dataset.turns) showTurns(+document.documentElement.dataset.turns);
