// Keys: space for the main button, u to undo, arrows to turn pages, ? for help.  They can be switched off (WCAG 2.1.4).
import { texts } from "./texts.js";

const KEY = "owleye-keys";
const KEYS = [
  [texts.keySpace, texts.keyMain],
  ["u", texts.keyUndo],
  ["← →", texts.keyTurn],
  ["?", texts.keyHelp],
];
const TYPING = "input, select, textarea, [contenteditable]";
const PRESSED_BY_SPACE = "a, button, summary, [role=button]";

const isOn = () => localStorage.getItem(KEY) !== "off";
const isHeld = (one) => one.disabled || one.ariaDisabled === "true";
const isOffered = (one) => one.checkVisibility() && !isHeld(one) && !one.closest(".over"); // no new game by a slip
const seen = (selector) => [...document.querySelectorAll(selector)].find(isOffered);

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (key === "?") return help();
    if (!isOn() || (key === " " && target.closest(PRESSED_BY_SPACE))) return;
    const wanted = meant(key);
    if (!wanted) return;
    event.preventDefault();
    wanted.click();
  });
}

function meant(key) {
  switch (key) {
    case " ":
      return seen("[data-parts] form button.primary, [data-parts] [data-primary]");
    case "u":
      return seen(".take-back button");
    case "ArrowLeft":
      return seen("[rel=prev]");
    case "ArrowRight":
      return seen("[rel=next]");
    default:
      return null;
  }
}

function help() {
  const dialog = document.createElement("dialog");
  dialog.className = "keys";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const title = Object.assign(document.createElement("h2"), { id: "keys-title", textContent: texts.keys });
  const list = document.createElement("dl");
  for (const [key, words] of KEYS) {
    const name = document.createElement("dt");
    name.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    list.append(name, Object.assign(document.createElement("dd"), { textContent: words }));
  }
  dialog.append(title, list, theSwitch(), closing());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function theSwitch() {
  const label = Object.assign(document.createElement("label"), { className: "check" });
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: isOn() });
  box.addEventListener("change", () => localStorage.setItem(KEY, box.checked ? "on" : "off"));
  label.append(box, ` ${texts.useTheseKeys}`);
  return label;
}

function closing() {
  const form = Object.assign(document.createElement("form"), { method: "dialog" });
  form.append(Object.assign(document.createElement("button"), { className: "button", textContent: texts.close }));
  return form;
}
