// What was filled in for a new game stays when its page is loaded again, also in another language, or gone back to.
const form = document.getElementById("new-game");
const fields = () => [...form.elements].filter((one) => one.name && one.type !== "hidden");
const isBox = (one) => one.type === "checkbox" || one.type === "radio";

function keep() {
  const filled = fields().map((one) => [one.name, one.value, one.checked]);
  sessionStorage.setItem(location.pathname, JSON.stringify(filled));
}

function fillIn(kept) {
  for (const [place, one] of fields().entries()) {
    const [name, value, checked] = kept[place] ?? [];
    if (name !== one.name || (isBox(one) && value !== one.value)) continue;
    if (isBox(one)) one.checked = checked;
    else one.value = value;
  }
}

if (form) {
  const [visit] = performance.getEntriesByType("navigation");
  const isAgain = visit.type !== "navigate" || document.referrer === location.href;
  if (isAgain) fillIn(JSON.parse(sessionStorage.getItem(location.pathname)) ?? []);
  addEventListener("pagehide", keep);
}

// Names of earlier evenings: a tap fills in the next empty name, or takes a name out again.

for (const chips of document.querySelectorAll("[data-chips]")) chips.hidden = false;
document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-name]");
  if (!chip || event.detail > 1) return; // a double tap names somebody, and does not take the name out again
  const fields = [...document.querySelectorAll("input[name=player]")];
  const field = fields.find((one) => one.value === chip.dataset.name) ?? fields.find((one) => !one.value);
  if (field) field.value = field.value ? "" : chip.dataset.name;
  marked();
});

// A name that is seated already looks so.
function marked() {
  const seated = [...document.querySelectorAll("input[name=player]")].map((field) => field.value);
  for (const chip of document.querySelectorAll("[data-name]"))
    chip.setAttribute("aria-pressed", String(seated.includes(chip.dataset.name)));
}
document.addEventListener("input", marked);
marked();
