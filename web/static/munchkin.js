// The countdown of a fight, for eyes and ears, and the search in long lists.  Without this file the words still count.
import { tone } from "./sound.js";

{
  const digits = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const typed = new Map(); // what stands in a search, kept while its list is drawn anew
  const TENTH_MS = 100; // between two drawings: the number has tenths, and each drawing lays the page out anew
  let beat = null; // the countdown that is known
  let ends = 0; // when it ends, by this page's clock in ms
  let ticked = 0; // the last half second that was heard
  let drawing = false;
  let touched = null; // the stop that was sent already

  const clockNow = () => document.querySelector("[data-clock]");

  // A countdown that is new here: ask how much of it is left, for the page took its time to come.
  async function begin(clock) {
    beat = clock.dataset.beat;
    ends = performance.now() + 1000 * Number(clock.dataset.seconds);
    ticked = Infinity;
    uncover(clock);
    try {
      const clockState = await (await fetch(clock.dataset.clock, { headers: { Accept: "application/json" } })).json();
      if (String(clockState.beat) === beat && clockState.left !== null) ends = performance.now() + 1000 * clockState.left;
    } catch {
      return; // the whole time is shown, then
    }
  }

  // The countdown sticks to the top; what has the focus moves out from under it.
  function uncover(clock) {
    const focus = document.activeElement;
    if (!focus.closest("main *") || clock.contains(focus)) return;
    const [over, under] = [clock, focus].map((element) => element.getBoundingClientRect());
    if (under.top < over.bottom && under.bottom > over.top) scrollBy(0, under.top - over.bottom - 8);
  }

  function draw() {
    const clock = clockNow();
    drawing = Boolean(clock);
    if (!clock) return;
    const left = Math.max(0, (ends - performance.now()) / 1000);
    clock.querySelector(".countdown-number").firstChild.data = digits.format(left);
    clock.querySelector(".countdown-bar").value = left;
    const half = Math.ceil(2 * left);
    if (half < ticked && half <= 10) tone(half > 2 ? 660 : half > 0 ? 880 : 440, half > 0 ? 0.12 : 0.5);
    ticked = half;
    drawing = left > 0;
    if (drawing) setTimeout(requestAnimationFrame, TENTH_MS, draw); // not while nobody looks
  }

  function look() {
    const clock = clockNow();
    if (clock && clock.dataset.beat !== beat) begin(clock);
    if (!clock) beat = null;
    else if (!drawing) {
      drawing = true;
      requestAnimationFrame(draw);
    }
    for (const field of document.querySelectorAll("[data-filter]")) {
      field.closest("[hidden]")?.removeAttribute("hidden");
      if (!field.value && typed.has(field.id)) field.value = typed.get(field.id);
      sift(field);
    }
  }

  // With nothing typed the likely lines stand there alone.
  function sift(field) {
    const words = field.value.trim().toLowerCase();
    for (const line of document.getElementById(field.dataset.filter)?.children ?? []) {
      const hidden = words ? !line.dataset.words?.includes(words) : "rest" in line.dataset;
      if (line.hidden !== hidden) line.hidden = hidden;
    }
  }

  // A stop counts from the first touch: the page may be drawn anew before the finger is up.
  document.addEventListener("pointerdown", (event) => {
    const stop = event.target.closest(".stop-object");
    if (!stop || !event.isPrimary || event.button !== 0) return;
    touched = stop;
    stop.form.requestSubmit(stop);
  });
  document.addEventListener("click", (event) => {
    if (touched && event.target.closest(".stop-object") === touched) event.preventDefault();
    touched = null;
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-filter]")) return;
    typed.set(event.target.id, event.target.value);
    sift(event.target);
  });
  new MutationObserver(look).observe(document.getElementById("main"), { childList: true, subtree: true });
  look();
}
