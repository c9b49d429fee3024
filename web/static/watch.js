// Watch again: each step is a page of its own; the focus stays where somebody turned the page by the keys.
const KEY = "owleye-turned";
const STEPS = ".watch-nav a";

document.addEventListener("click", ({ target, detail }) => {
  const link = target.closest(STEPS);
  const isByKeys = detail === 0;
  if (link && isByKeys) sessionStorage.setItem(KEY, link.rel);
});
const turned = sessionStorage.getItem(KEY);
sessionStorage.removeItem(KEY);
if (turned !== null) {
  const same = document.querySelector(`${STEPS}[rel="${turned}"]`);
  (same ?? document.querySelector(STEPS))?.focus({ preventScroll: true });
}
