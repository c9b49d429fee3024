// A page that stays up to date.  Everything works without this file too; it only saves reloading.
import { connect, post } from "./connection.js";
import "./everywhere.js";
import "./flight.js";
import { live } from "./live-picture.js";
import { texts } from "./texts.js";
import { place } from "./toast.js";

const page = document.querySelector("[data-parts]");
const toast = document.getElementById("toast");
const RETRY_MS = 1000;

let shown = page?.dataset.shown; // id of the state that the page shows
let wanted = shown; // id of the newest state that was heard of
let fetching = false;
let next = 0; // the timer of the next redraw
let sent = null; // the form whose result is not shown yet
const awaited = []; // who waits for the page to show a state: its id, and what to do then
const digests = new Map(); // of the parts that came already, by id

// Words that can be read on the page need no message over it.
function isShown(words) {
  const flat = (text) => text.replace(/\s+/g, " ").trim();
  return flat(document.getElementById("main").innerText).includes(flat(words));
}

// The live region of the page that says this already: it needs no second announcement, and where it is in sight no message.
function saidBy(words) {
  return [...document.querySelectorAll("#main [role=status]")].find((status) => status.textContent.includes(words));
}

// Words that a live region says are read where it is in sight, others wherever they stand.
function isRead(words) {
  const status = saidBy(words);
  return status ? isInSight(status) : isShown(words);
}

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

const withoutRules = (words) => words.replace(/ \[[A-Z]{3}-[^\]]*\]/g, ""); // their numbers stand behind the question mark

// Of a success the headline is enough: the page itself tells the rest.
function showMessage(message, ok = true, undo = false, short = message) {
  const words = withoutRules(message ?? "");
  const status = saidBy(words);
  if (!words || (status && isInSight(status) && !undo)) return;
  if (!status || undo) document.dispatchEvent(new CustomEvent("owleye:answer", { detail: { words, ok } }));
  const told = ok ? withoutRules(short) : words;
  if (ok && !undo && isShown(told)) return;
  const line = document.createElement("p");
  line.textContent = told;
  line.classList.toggle("no", !ok);
  if (undo) line.append(undoButton());
  toast.replaceChildren(line);
  place(toast);
  setTimeout(() => line.remove(), undo ? 12000 : ok ? 3500 : 8000);
}

// Presses the page's own button, which knows the state that it takes back.
function undoButton() {
  const button = document.createElement("button");
  button.textContent = texts.undo;
  button.className = "button quiet";
  button.addEventListener("click", () => document.querySelector(".take-back button")?.click());
  return button;
}

place(toast);
for (const line of toast.querySelectorAll("p")) setTimeout(() => line.remove(), 6000);
toast.addEventListener("click", (event) => event.target.closest("p")?.remove());

// Only what differs comes and is exchanged, so that an open fold, the focus and half a form survive.
function exchange(parts) {
  for (const [id, { html, digest }] of Object.entries(parts)) {
    digests.set(id, digest);
    const old = document.getElementById(id);
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    if (old.dataset.html === fresh.innerHTML) continue;
    const open = [...old.querySelectorAll("details[open][id]")].map((fold) => fold.id);
    const focused = document.activeElement;
    const focus = old.contains(focused) ? meaning(focused) : "";
    const chosen = halfMade(old);
    old.dataset.html = fresh.innerHTML;
    old.replaceChildren(fresh.content);
    for (const control of chosen) restore(control, old);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focus) {
      const same = [...old.querySelectorAll(focused.localName)].find((one) => meaning(one) === focus);
      (same ?? placeIn(old)).focus({ preventScroll: true });
    }
  }
  for (const line of toast.querySelectorAll("p")) if (isRead(line.textContent)) line.remove();
  if (toast.firstElementChild) place(toast);
  if (sent && !sent.isConnected) release();
}

// What somebody has chosen in a form that was not sent yet, and puts back into the same form drawn anew.
function halfMade(part) {
  const first = (list) => Math.max(0, [...list.options].findIndex((option) => option.defaultSelected));
  const differs = (control) =>
    control.options
      ? control.selectedIndex !== first(control)
      : control.checked !== control.defaultChecked || control.value !== control.defaultValue;
  return [...part.querySelectorAll("form:not([data-sent], [aria-busy]) :is(input, select, textarea)")].filter(differs);
}

// It is the same form where it hides the same; a choice stays the same when others play on, a throw does not.
function restore(control, part) {
  const lasts = (one) => one.name !== "at" || one.form.matches(".throw");
  const hidden = (form) =>
    [...(form?.querySelectorAll("input[type=hidden]") ?? [])].filter(lasts).map((one) => one.value);
  const own = (one) => [one.id, one.type, one.name, one.getAttribute("aria-label")];
  const place = (one) => [one.form?.action, ...hidden(one.form), ...own(one)];
  const box = control.type === "checkbox" || control.type === "radio";
  const known = (one) => place(one).join() === place(control).join() && (!box || one.value === control.value);
  const again = [...part.querySelectorAll(control.localName)].find(known);
  if (again && box) again.checked = control.checked;
  else if (again && (!again.options || [...again.options].some((one) => one.value === control.value)))
    again.value = control.value;
}

// Where the focus stays when its element is gone: no other button, but the keys go on from here and not from the top.
function placeIn(part) {
  part.tabIndex = -1;
  return part;
}

// By what an element is found again in the part drawn anew: its attributes, and the form that it sends, or what it is in.
function meaning(element) {
  const { form } = element;
  const hidden = [...(form?.querySelectorAll("input[type=hidden]:not([name=at])") ?? [])].map((one) => one.value);
  const around = form ? [form.getAttribute("action"), ...hidden] : [element.closest("[id]").id];
  const names = ["name", "value", "href", "popovertarget"].map((name) => element.getAttribute(name));
  return [element.localName, element.id, ...around, ...names].join("\n");
}

// The page is not drawn anew under a finger: a tap that began on a button must end on it.
let finger = Promise.resolve();
document.addEventListener("pointerdown", () => {
  finger = new Promise((up) => {
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(up), { once: true });
    setTimeout(up, 2000); // let go of outside of the window
  });
});

// A tab or phone in the background shows by a dot that its player is awaited.
function showTitle(title) {
  document.title = page.querySelector(".your-move") ? `● ${title}` : title;
}

// Not so after another game has begun, whose parts have other names or other styles, or in another language.
function isDrawnLike(names, sheets, language) {
  const here = [...page.querySelectorAll("[data-part]")].map((part) => part.id);
  const worn = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  const same = language === document.documentElement.lang;
  return same && names.join() === here.join() && sheets.join() === worn.join();
}

async function refresh() {
  if (fetching || wanted === shown) return;
  fetching = true;
  let pause = 50;
  const target = wanted;
  const since = awaited.splice(0);
  try {
    const known = [...digests].map(([id, digest]) => `${id}=${digest}`).join(" ");
    const answer = await fetch(page.dataset.parts, { headers: { Accept: "text/html", "X-Owleye-Parts": known } });
    if (!answer.ok) throw new Error(answer.statusText);
    const { title, names, sheets, parts } = await answer.json();
    if (!isDrawnLike(names, sheets, answer.headers.get("Content-Language"))) return location.reload();
    await finger;
    exchange(parts);
    showTitle(title);
    shown = target;
    const reached = awaited.filter(({ id }) => id === target);
    for (const one of [...since, ...reached]) one.go();
  } catch {
    awaited.push(...since);
    pause = RETRY_MS;
  } finally {
    fetching = false;
  }
  clearTimeout(next);
  if (wanted !== shown) next = setTimeout(refresh, pause);
}

// Resolves when the page shows the state `id`, or all that the table knows from now on.
function redrawn(id = {}) {
  if (id === shown) return undefined;
  wanted = id;
  return new Promise((go) => {
    awaited.push({ id, go });
    refresh();
  });
}

// A new state of the table; of a hand or a movement no part of the page shows anything.
function follow({ detail }) {
  if (detail.passing && wanted === shown) shown = detail.id;
  wanted = detail.id;
  refresh();
}

// A form is sent without leaving the page.  Until the page shows what came of it, no other answer can be given: what
// is still drawn may be out of date, and a second tap is rarely meant for what will stand in its place.
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const filled = halfMade(form.parentElement).filter((control) => control.form === form);
  hold(form);
  button?.classList.add("pressed");
  try {
    const result = await post(form.action, body, () => showMessage(texts.noAnswerYet, false));
    if (result.ok && form.dataset.goes) return location.assign(form.dataset.goes);
    form.toggleAttribute("data-sent", result.ok);
    if (result.lasts_s) document.dispatchEvent(new CustomEvent("owleye:moves", { detail: result.lasts_s }));
    if (result.ok && form.dataset.done) location.replace(form.dataset.done);
    const asked = headline();
    if (result.ok || result.stale) await redrawn(result.id);
    if (headline() !== asked) scrollTo({ top: 0 }); // what is asked next begins at the top
    if (!result.ok && !form.isConnected) for (const control of filled) restore(control, page);
    showMessage(result.words, result.ok, result.undo, result.headline);
  } catch (error) {
    showMessage(error.name === "AbortError" ? texts.interrupted : texts.isOwleyeRunning, false);
  }
  if (sent === form) release();
  form.removeAttribute("aria-busy");
  button?.classList.remove("pressed");
}

const headline = () => document.getElementById("headline")?.textContent;

function hold(form) {
  sent = form;
  for (const one of [form, page]) one.setAttribute("aria-busy", "true");
}

// What was drawn in the place of a form that was sent may be pressed at once.
function release() {
  sent = null;
  page.removeAttribute("aria-busy");
}

if (page) {
  const parts = page.querySelectorAll("[data-part]");
  for (const part of parts) part.dataset.html = part.innerHTML;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !page.contains(form)) return;
    event.preventDefault();
    if (event.submitter?.ariaDisabled === "true") return;
    const held = form.hasAttribute("data-anytime") ? form : page;
    if (!held.hasAttribute("aria-busy")) send(form, event.submitter);
  });
  document.addEventListener("change", (event) => {
    event.target.form?.removeAttribute("data-sent");
    const box = event.target.closest(".tile")?.querySelector("[name=again]");
    if (box && event.target !== box) box.checked = true;
  });
  document.addEventListener("click", (event) => {
    const reason = event.target.closest("[data-say]")?.dataset.say;
    if (reason) showMessage(reason, false);
    const pick = event.target.closest("[data-pick]")?.dataset.pick;
    if (pick) page.querySelector(`button[name=pick][value="${CSS.escape(pick)}"]`)?.click();
  });
  for (const picture of page.querySelectorAll("[data-live]")) live(picture);
  showTitle(document.title);
  document.addEventListener("owleye:table", follow);
}
connect(page?.dataset.events);

// The second click of a double click is meant for what the first one met, not for what was drawn in its place since.
let met = null;
document.addEventListener(
  "click",
  (event) => {
    const pressed = event.target.closest("button");
    const button = pressed?.form?.method === "post" ? pressed : null;
    if (event.detail > 1 && button && button !== met) event.preventDefault();
    else met = button;
  },
  true,
);

// A form that leads to another page is sent once, however often it is pressed.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (event.target.hasAttribute("aria-busy")) event.preventDefault();
  event.target.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", () => {
  for (const held of document.querySelectorAll("[aria-busy]")) held.removeAttribute("aria-busy");
});

export { digests, exchange, redrawn, showMessage };
