// The connection to the table: its event stream, or a question every few seconds; the pill at the top and a line below
// it say when the table does not answer.
import { texts } from "./texts.js";

const SILENCE_MS = 15000; // three missed pings: the line is dead
const ANSWER_MS = 5000; // after which an answer is late
const POLL_MS = 3000;
const lost = document.getElementById("lost");
const pill = document.getElementById("eyes");

let camera = null; // what the pill showed when the table was last heard

// The pill says what the camera does, or that nobody can tell.
function showPill({ state, words }) {
  pill.className = `eyes eyes-${state}`;
  pill.lastElementChild.textContent = words;
}

function setLost(isLost) {
  if (!isLost && !lost.hidden) document.dispatchEvent(new Event("owleye:back"));
  lost.hidden = !isLost;
  if (isLost) showPill({ state: "trouble", words: texts.noAnswer });
  else if (camera) showPill(camera);
}

function heard(state) {
  camera = state.pill;
  setLost(false);
  document.dispatchEvent(new CustomEvent("owleye:table", { detail: state }));
}

async function ask() {
  try {
    heard(await (await fetch(pill.dataset.version, { signal: AbortSignal.timeout(ANSWER_MS) })).json());
  } catch {
    setLost(true);
  }
}

async function poll() {
  if (!document.hidden) await ask();
  setTimeout(poll, POLL_MS);
}

// The event stream, with a watch on its silence; where there is no stream, ask every few seconds.
function listen(address) {
  const events = new EventSource(address);
  let watch = 0;
  let errors = 0;
  const wait = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      events.close();
      setLost(true);
      listen(address);
    }, SILENCE_MS);
  };
  const alive = () => {
    errors = 0;
    setLost(false);
    wait();
  };
  events.addEventListener("table", (event) => {
    alive();
    heard(JSON.parse(event.data));
  });
  events.addEventListener("ping", alive);
  events.addEventListener("error", () => {
    if (errors++) setLost(true);
    else showPill({ state: "starting", words: texts.connecting });
    if (events.readyState !== EventSource.CLOSED) return;
    clearTimeout(watch);
    poll();
  });
  addEventListener("pagehide", () => events.close());
  wait();
}

// Tells every "owleye:table" to the document; `stream` is the address of the events, if the page needs them.
export function connect(stream) {
  if (!pill) return;
  if (stream) listen(stream);
  else poll();
  for (const change of ["online", "offline"]) addEventListener(change, ask);
  document.addEventListener("visibilitychange", () => document.hidden || ask()); // a phone that was in a pocket
}

// Sends a form and returns the answer; calls `whenLate` where it takes long.  A connection that was lost may hold it back
// for minutes after the table was heard again: so long nobody waits.
export async function post(action, body, whenLate) {
  const request = new AbortController();
  const late = setTimeout(whenLate, ANSWER_MS);
  const giveUp = () => setTimeout(() => request.abort(), ANSWER_MS);
  document.addEventListener("owleye:back", giveUp, { once: true });
  try {
    const headers = { Accept: "application/json" };
    return await (await fetch(action, { method: "POST", body, headers, signal: request.signal })).json();
  } finally {
    clearTimeout(late);
    document.removeEventListener("owleye:back", giveUp);
  }
}
