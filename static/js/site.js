// Every page works without this file. It only makes some of them nicer.

const html = document.documentElement;

// The browser's time zone, for visitors and for accounts that have not chosen one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.includes(`tz=${zone}`)) {
  document.cookie = `tz=${zone};path=/;max-age=31536000;samesite=lax`;
}

// The full date in the language of the page and in the zone of the account, else of the browser.
const full = { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" };
export const when = (text) => {
  const options = { ...full, hourCycle: "h23", timeZoneName: "short" };
  const date = new Date(text);
  try {
    return date.toLocaleString(html.lang, { ...options, timeZone: html.dataset.zone });
  } catch {
    return date.toLocaleString(html.lang, options); // a zone this browser has not heard of
  }
};

// Times say their full date when pointed at.
const localTimes = (root) => {
  for (const time of root.querySelectorAll("time[datetime]:not([title])")) time.title = when(time.dateTime);
};
localTimes(document);

// The menu closes by Escape and by a click elsewhere.
const menu = document.querySelector("details.menu");
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// Settings: the appearance is shown at once, before it is saved.
document.querySelector("[data-theme-form]")?.addEventListener("change", (event) => {
  if (event.target.value) html.dataset.theme = event.target.value;
  else delete html.dataset.theme;
});

// <button data-copy="selector of a field" data-done="Copied">
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // there is no clipboard without HTTPS; what is selected can be copied
  }
  button.querySelector("span").textContent = button.dataset.done;
});

// How many moves wait, while the page is open; the game page has a socket of its own.
if (html.dataset.turns && !document.querySelector("[data-match]")) {
  import("./live.js").then(({ live }) => live("/ws/me/", () => {}));
}

// New game: the page's form in a dialog. Links inside it (another game, more seats) load the form
// again and keep what was chosen, but for the game's own options: another family has other boards.
const dialog = document.createElement("dialog");
dialog.className = "ng";
dialog.setAttribute("aria-labelledby", "ngt");

const load = async (url, keep) => {
  const address = new URL(url, location);
  for (const [name, value] of keep ?? []) {
    if (!address.searchParams.has(name)) address.searchParams.append(name, value);
  }
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
};

const choices = (form, again) =>
  [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "game", "seats"].includes(name) && (/^(seats|variant)-/.test(again) || !name.startsWith("option_")));

const say = (form) => {
  const line = form.querySelector("[data-line]");
  if (!line) return;
  const { elements } = form;
  const unsaid = form.querySelector("[data-instead]:checked")?.dataset.instead.split(" ") ?? [];
  const words = line.dataset.parts.split(" ").filter((name) => elements[name] && !unsaid.includes(name)).map((name) => {
    const chosen = elements[name].selectedOptions?.[0] ?? (elements[name].length ? [...elements[name]].find((radio) => radio.checked) : elements[name]);
    return (chosen?.dataset.words ?? "").replace(/\{(\w+)\}/g, (_, key) => elements[`option_${key}`].value);
  });
  const gaps = { game: elements.game.dataset.name, terms: words.filter(Boolean).join(", ") };
  line.textContent = line.dataset.line.replace(/\{(\w+)\}/g, (_, key) => gaps[key]);
};

const show = (page) => {
  const form = page.querySelector("form.ng-form");
  for (const symbol of page.querySelectorAll(".defs [id]")) {
    if (document.getElementById(symbol.id)) symbol.remove();
  }
  dialog.replaceChildren(document.adoptNode(form));
  const defs = page.querySelector(".defs");
  if (defs) dialog.append(document.adoptNode(defs));
  say(form);
  return form;
};

const open = async (url) => {
  try {
    show(await load(url));
  } catch {
    location.assign(url);
    return;
  }
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
};

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const close = event.target.closest("[data-close]");
  if (close && dialog.open) {
    event.preventDefault();
    dialog.close();
  }
  const opener = event.target.closest("a[data-dialog]");
  if (opener) {
    event.preventDefault();
    open(opener.href);
  }
  const again = event.target.closest("form.ng-form a[data-again]");
  if (again) {
    event.preventDefault();
    const inside = dialog.contains(again);
    const form = again.closest("form");
    const key = again.dataset.again;
    load(again.href, choices(form, key))
      .then((page) => {
        const fresh = page.querySelector("form.ng-form");
        if (inside) show(page);
        else {
          form.replaceWith(document.adoptNode(fresh));
          history.replaceState(null, "", again.href);
          say(fresh);
        }
        fresh.querySelector(`[data-again="${key}"]`)?.focus();
      })
      .catch(() => location.assign(again.href));
  }
});
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form.ng-form");
  if (form) say(form);
});
for (const form of document.querySelectorAll("form.ng-form")) say(form);
