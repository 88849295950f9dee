// Beside the board: tabs, messages, notes. Without this file the tabs are links, and all of it are forms.
const log = document.getElementById("log");
const pane = document.getElementById("pane-messages");
const notes = document.querySelector("#pane-notes form");
const code = JSON.parse(document.getElementById("match-data").textContent).id;

/** An answer of the JSON door as {ok, data}; data.message says what is wrong. */
async function send(method, url, body, more) {
  const token = log.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body), credentials: "same-origin", ...more });
  return { ok: answer.ok, data: await answer.json() };
}

/** A form's error line; an empty sentence takes it away. `back` returns to the field. */
function fault(form, sentence, back = true) {
  const line = form.querySelector(".err"), field = form.querySelector("textarea");
  line.textContent = sentence;
  line.hidden = !sentence;
  field.toggleAttribute("aria-invalid", !!sentence);
  if (!sentence || !back) return;
  field.blur(); // so that coming back reads the line out
  field.focus();
}

// --- tabs ---------------------------------------------------------------------------------------

const bar = log.querySelector("[data-tabs]");
const tabs = [...bar.querySelectorAll("a")];
const paneOf = (tab) => document.getElementById(tab.id.replace("tab-", "pane-"));
const chosen = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
const reading = () => chosen()?.id === "tab-messages" && document.visibilityState === "visible";

function choose(tab, fresh = false) {
  for (const each of tabs) {
    const on = each === tab;
    each.setAttribute("aria-selected", on);
    each.tabIndex = on ? 0 : -1;
    paneOf(each).hidden = !on;
  }
  // what the server has drawn already need not be fetched
  if (tab.id === "tab-messages" && !(fresh && "loaded" in said().dataset)) refresh(true);
  const move = tab.id === "tab-moves" && log.querySelector(".mv .on");
  if (move) move.parentElement.scrollTop = move.offsetTop - (move.parentElement.clientHeight - move.clientHeight) / 2;
}

bar.setAttribute("role", "tablist");
for (const tab of tabs) {
  tab.setAttribute("role", "tab");
  tab.setAttribute("aria-controls", paneOf(tab).id);
  paneOf(tab).setAttribute("role", "tabpanel");
  paneOf(tab).setAttribute("aria-labelledby", tab.id);
}
bar.addEventListener("click", (e) => {
  const tab = e.target.closest("a");
  if (!tab || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  choose(tab);
});
bar.addEventListener("keydown", (e) => {
  const at = tabs.indexOf(e.target.closest("a"));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1, " ": at }[e.key];
  if (at < 0 || to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  const tab = tabs[to % tabs.length];
  choose(tab);
  tab.focus();
});

// --- messages -----------------------------------------------------------------------------------

const said = () => pane.querySelector("[data-said]");
const idsIn = (list) => [...list.querySelectorAll("li[data-id]")].map((row) => +row.dataset.id);

async function fragment(query = "") {
  const answer = await fetch(pane.dataset.src + query, { credentials: "same-origin", cache: "no-store", headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

let busy = false, again = false, looked = 0;

/** Read the messages anew; `down` shows the newest. */
async function refresh(down = false) {
  if (!pane) return;
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  looked = Date.now();
  try {
    take(await fragment(), down);
  } catch {
    // no connection: the next hint or look tries again
  }
  busy = false;
  if (again) {
    again = false;
    refresh();
  }
}

function take(page, down) {
  const old = said(), fresh = page.querySelector("[data-said]");
  const had = idsIn(old), came = idsIn(fresh);
  const end = down || !had.length || old.scrollHeight - old.scrollTop - old.clientHeight < 60;
  if (!had.length || !came.length || came[0] > had.at(-1)) old.replaceChildren(...fresh.childNodes);
  else merge(old, fresh, came);
  old.dataset.state = fresh.dataset.state;
  const foot = pane.querySelector("[data-foot]"), next = page.querySelector("[data-foot]");
  if (foot.dataset.foot !== next.dataset.foot) {
    const text = foot.querySelector("textarea")?.value, field = next.querySelector("textarea");
    if (text && field) field.value = text;
    foot.replaceWith(next);
  }
  if (end) old.scrollTop = old.scrollHeight;
  badge(+fresh.dataset.unread);
  if (reading()) seen();
}

/** Put what came into the list, where it belongs; what is gone goes, an open menu stays open. */
function merge(old, fresh, came) {
  const list = old.querySelector("ol");
  for (const row of [...list.children]) if (+row.dataset.id >= came[0] && !came.includes(+row.dataset.id)) row.remove();
  for (const row of [...fresh.querySelectorAll("li[data-id]")]) {
    const here = list.querySelector(`[data-id="${row.dataset.id}"]`);
    if (!here) list.insertBefore(row, [...list.children].find((each) => +each.dataset.id > +row.dataset.id) ?? null);
    else if (!here.querySelector("[open]") && !here.contains(document.activeElement)) here.replaceWith(row);
  }
}

function badge(n) {
  const mark = bar.querySelector("[data-new]");
  mark.hidden = !n;
  mark.querySelector(".badge").textContent = n;
}

async function seen() {
  const last = idsIn(said()).at(-1);
  if (!pane.dataset.seen || bar.querySelector("[data-new]").hidden || !last) return;
  const { ok, data } = await send("PUT", pane.dataset.seen, { last });
  if (ok) badge(data.unread);
}

async function older(link) {
  const page = await fragment(`?before=${link.dataset.older}`);
  const box = said(), height = box.scrollHeight, fresh = page.querySelector("[data-said]");
  box.querySelector("ol").prepend(...fresh.querySelectorAll("li[data-id]"));
  const next = fresh.querySelector("[data-older]");
  if (next) link.replaceWith(next);
  else link.remove();
  box.scrollTop += box.scrollHeight - height;
  box.focus({ preventScroll: true });
}

async function post(form) {
  const field = form.querySelector("textarea"), button = form.querySelector("button");
  if (button.disabled) return;
  button.disabled = true;
  try {
    const { ok, data } = await send("POST", form.dataset.post, { text: field.value, key: form.elements.key.value });
    fault(form, ok ? "" : data.message);
    if (ok) {
      field.value = "";
      form.elements.key.value = crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
      refresh(true);
    }
  } catch {
    fault(form, form.dataset.offline);
  }
  button.disabled = false;
  field.focus();
}

if (pane) {
  pane.addEventListener("submit", (e) => {
    e.preventDefault();
    const form = e.target;
    if (form.dataset.post) post(form);
    else send("POST", `${pane.dataset.api}${form.closest("li").dataset.id}/report/`, {}).then(({ ok, data }) => {
      if (!ok) return (form.querySelector("p").textContent = data.message);
      form.closest("details").open = false;
      document.activeElement?.blur();
      said().focus({ preventScroll: true });
      return refresh();
    }, () => {});
  });
  pane.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey) && e.target.matches("textarea")) e.target.form.requestSubmit();
    const menu = e.key === "Escape" && e.target.closest("details[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  pane.addEventListener("click", (e) => {
    const link = e.target.closest("[data-older]");
    if (!link) return;
    e.preventDefault();
    older(link).catch(() => location.assign(link.href));
  });
  document.addEventListener("click", (e) => {
    for (const menu of pane.querySelectorAll("details[open]")) if (!menu.contains(e.target)) menu.open = false;
  });
  pane.addEventListener("toggle", (e) => e.target.open && e.target.lastElementChild.scrollIntoView({ block: "nearest" }), true);
  document.addEventListener("hint", ({ detail }) => {
    if (detail.talk === code) refresh();
    // the end opens what was closed; an older tab is read when it is opened
    else if (detail.match === code && reading() && said().dataset.state === "runs") refresh();
  });
  const look = () => Date.now() - looked > 5000 && refresh();
  document.addEventListener("look", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
}

// --- notes --------------------------------------------------------------------------------------

if (notes) {
  const field = notes.querySelector("textarea"), word = notes.querySelector("[data-saved]");
  const PAUSE = 1200; // ms without a key: a page left in the middle of writing loses no more than that
  let kept = field.value, saving = false, pause;
  const save = async (asked, more) => {
    const text = field.value;
    if (text === kept || saving) return;
    saving = true;
    let ok = false;
    try {
      const answer = await send("PUT", notes.dataset.put, { text, version: +notes.elements.version.value }, more);
      ok = answer.ok;
      fault(notes, ok ? "" : answer.data.message, asked);
      if (ok) {
        kept = text;
        notes.elements.version.value = answer.data.version;
        word.hidden = field.value !== kept;
      }
    } catch {
      fault(notes, notes.dataset.offline, asked);
    }
    saving = false;
    if (ok) soon(); // written while this one was on its way
  };
  const soon = () => {
    clearTimeout(pause);
    pause = setTimeout(save, PAUSE, false);
  };
  notes.addEventListener("submit", (e) => {
    e.preventDefault();
    if (field.value === kept) word.hidden = false;
    save(true);
  });
  field.addEventListener("input", () => {
    word.hidden = true;
    soon();
  });
  field.addEventListener("change", () => save(false));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save(false, { keepalive: true }));
}

const first = tabs.find((tab) => tab.hasAttribute("aria-current")) ?? tabs[0];
for (const tab of tabs) tab.removeAttribute("aria-current");
if (first.id === "tab-messages") said().scrollTop = said().scrollHeight;
choose(first, true);
