// A message stands where it covers least that can be pressed or has to be read: below, at the lower edge of the picture
// or at the top; in the middle or beside it.
export function place(toast) {
  const box = (element) => element.getBoundingClientRect();
  const over = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const covered = (what) => [...document.querySelectorAll(what)].filter((one) => over(box(one), box(toast))).length;
  const put = (spot) => Object.assign(toast.style, spot);
  const harm = (spot) => {
    put(spot);
    const { left, right } = box(toast);
    const outside = left < 0 || right > innerWidth ? 1000 : 0;
    const controls = covered(".top a, .drawer > summary, #main :is(a, button, summary, label, select, input, textarea)");
    return outside + 100 * (controls + covered(".verdict > .verdict-words")) + covered("#main :is(h2, .words)");
  };
  const places = spots();
  const harms = places.map(harm);
  put(places[harms.indexOf(Math.min(...harms))]);
}

// The first of two that do the same harm is taken.
function spots() {
  const scene = document.querySelector(".scene")?.getBoundingClientRect();
  const crown = document.querySelector(".crown").getBoundingClientRect();
  const heights = [{ top: "", bottom: "" }];
  if (scene) heights.push({ top: "", bottom: `${innerHeight - scene.bottom + 6}px` });
  heights.push({ top: `${Math.max(0, crown.bottom) + 6}px`, bottom: "auto" });
  return heights.flatMap((height) => ["50%", "66%", "34%"].map((left) => ({ ...height, left })));
}
