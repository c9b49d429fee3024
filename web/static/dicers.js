// Sounds of the page for children: off until somebody presses the note, and made here, not fetched.
"use strict";

const note = document.querySelector("[data-sound]");
const play = document.getElementById("play");
const TUNES = { won: [523, 659, 784, 1047], turn: [440] };
let sound = null;

function tune(name) {
  if (!sound) return;
  TUNES[name].forEach((pitch, i) => {
    const voice = sound.createOscillator();
    const loud = sound.createGain();
    const at = sound.currentTime + i * 0.16;
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.15, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    voice.connect(loud).connect(sound.destination);
    voice.start(at);
    voice.stop(at + 0.3);
  });
}

if (note && play && window.AudioContext) {
  note.hidden = false;
  note.addEventListener("click", () => {
    sound = sound ? (sound.close(), null) : new AudioContext();
    note.setAttribute("aria-pressed", String(Boolean(sound)));
    tune("turn");
  });
  let before = "";
  new MutationObserver(() => {
    const now = play.querySelector(".half.won") ? "won" : (play.querySelector(".half.turn")?.className ?? "");
    if (now && now !== before) tune(now === "won" ? "won" : "turn");
    before = now;
  }).observe(play, { childList: true });
}
