// Hints from the server: whose turn it is, and that a match has changed. Pages without a socket poll.

/** So many moves wait: in the title, on the tab's icon and on the button. */
export function showTurns(n) {
  const html = document.documentElement;
  html.dataset.turns = n;
  document.title = (n > 0 ? `(${n}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  const icon = document.querySelector("link[rel=icon][data-dot]");
  if (icon) icon.href = n > 0 ? icon.dataset.dot : icon.dataset.plain;
  for (const button of document.querySelectorAll("[data-waiting]")) {
    const badge = button.querySelector(".badge");
    if (badge) badge.textContent = n;
    button.hidden = badge ? n < 1 : n > 0;
  }
}

/**
 * Keeps a socket open. `hear(message)` gets every message; `look()` is called when something may have
 * been missed: the page came back, the network came back, or there is no socket.
 */
export function live(path, hear, look = () => {}) {
  let socket, wait = 1000, timer;
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
    look();
  };
  open();
  addEventListener("focus", again);
  addEventListener("online", again);
  addEventListener("pageshow", (e) => e.persisted && again());
  setInterval(() => {
    if (document.visibilityState === "visible" && socket?.readyState !== 1) look();
  }, 30000);
}

const { socket } = document.documentElement.dataset;
if (socket && !document.getElementById("match-data")) live(socket, () => {});
if (document.documentElement.dataset.turns) showTurns(+document.documentElement.dataset.turns);
