// The simulated table: while the pieces of a throw fly and are read, nothing else can be thrown, and the buttons show it.
const THROWS = 'form[action$="/simulation/throw"]';
const CALM_MS = 800; // a camera that was silent for so long has nothing to say about the throw
const eyes = document.getElementById("eyes");
const page = document.querySelector("[data-parts]");

let flying = false;
let position = ""; // of the game when the pieces began to fly
let lands = 0; // ms of the clock
let landing = 0;

const current = () => document.querySelector(`${THROWS} [name=at]`)?.value ?? "";

function begin(lasts_ms) {
  if (!flying) position = current();
  flying = true;
  lands = Math.max(lands, Date.now() + lasts_ms + CALM_MS);
  clearTimeout(landing);
  landing = setTimeout(follow, lands - Date.now(), true);
  show();
}

// The camera's state has changed, or has been the same for a while.
function follow(isCalm = false) {
  if (eyes.matches(".eyes-moving, .eyes-hand, .eyes-reading")) return begin(0);
  if (isCalm) flying = false;
  show();
}

function show() {
  if (flying && current() !== position) flying = false; // the verdict has come
  for (const button of document.querySelectorAll(`${THROWS} button`)) {
    if (flying) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

if (page && eyes) {
  document.addEventListener("owleye:moves", (event) => begin(1000 * event.detail));
  new MutationObserver(() => follow()).observe(eyes, { attributeFilter: ["class"] });
  new MutationObserver(show).observe(page, { childList: true, subtree: true });
}
