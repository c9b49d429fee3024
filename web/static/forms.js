// Names of earlier evenings: a tap fills in the next empty name, or takes a name out again.

for (const chips of document.querySelectorAll("[data-chips]")) chips.hidden = false;
document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-name]");
  if (!chip) return;
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
