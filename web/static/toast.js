// How bad it is to cover one of these.
const HARM = [
  [".top a, .drawer > summary, #main :is(a, button, summary, label, select, input, textarea)", 100],
  [".verdict > .verdict-words, #main .button.primary", 150],
  [".might, .fight-notes, .notice, .countdown-words, .countdown-line", 50],
  ["#main :is(h2, .words, .parts li)", 1],
];
const EDGE = 6; // px
const STEP = 8; // px

// A message stands where it covers least that can be pressed or has to be read: below, at the lower edge of the picture,
// or anywhere under the header; in the middle or beside it.
export function place(toast) {
  const put = (spot) => Object.assign(toast.style, spot);
  put({ top: "", bottom: "", left: "50%" });
  const own = toast.getBoundingClientRect();
  const others = HARM.flatMap(([what, weight]) =>
    [...document.querySelectorAll(what)].map((one) => ({ weight, box: one.getBoundingClientRect() })),
  );
  const places = spots(own);
  const harms = places.map((spot) => harm(spot, own, others));
  const { left, top } = places[harms.indexOf(Math.min(...harms))]; // the first of two that do the same harm
  put({ left, ...(top === own.top ? {} : { top: `${top}px`, bottom: "auto" }) });
}

function harm({ left, top }, { width, height }, others) {
  const middle = (innerWidth * parseFloat(left)) / 100;
  const [west, east, south] = [middle - width / 2, middle + width / 2, top + height];
  const covers = ({ box }) => box.width && box.left < east && west < box.right && box.top < south && top < box.bottom;
  const isOutside = west < 0 || east > innerWidth || top < 0 || south > innerHeight;
  return others.filter(covers).reduce((sum, { weight }) => sum + weight, isOutside ? 1000 : 0);
}

function spots({ top, height }) {
  const scene = document.querySelector(".scene")?.getBoundingClientRect();
  const crown = document.querySelector(".crown").getBoundingClientRect();
  const tops = [top];
  if (scene) tops.push(scene.bottom - EDGE - height);
  for (let y = Math.max(0, crown.bottom) + EDGE; y < top; y += STEP) tops.push(y);
  return tops.flatMap((y) => ["50%", "66%", "34%"].map((left) => ({ left, top: y })));
}
