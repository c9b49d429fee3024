// Sounds and voice, made in the browser: one switch for this device, off, sounds, or sounds and voice.
import { texts } from "./texts.js";

const KEY = "owleye-sound";
const MODES = ["off", "on", "voice"];
const WORDS = { off: texts.soundOff, on: texts.sounds, voice: texts.soundsAndVoice };
const TUNES = { won: [523, 659, 784, 1047], decided: [659, 880], noted: [523], question: [440, 554], trouble: [220, 196], no: [196] };
const PULSES = { won: [80, 60, 80, 60, 200], decided: [120], question: [60, 60, 60], trouble: [200] }; // ms
const STEP_S = 0.13;

let ear = null;

export function mode() {
  const kept = localStorage.getItem(KEY);
  return MODES.includes(kept) ? kept : (document.querySelector("[data-sound-switch]")?.dataset.soundSwitch ?? "off");
}

export const canSpeak = () => "speechSynthesis" in window;

// Browsers let a page sound only after somebody has touched it.
function awake() {
  if (mode() === "off" || !window.AudioContext) return;
  ear ??= new AudioContext();
  if (ear.state === "suspended") ear.resume().then(showSwitches, () => {});
}

export function tone(pitch, seconds, at = 0, loud = 0.2) {
  if (mode() === "off" || ear?.state !== "running") return;
  const begin = ear.currentTime + at;
  const voice = new OscillatorNode(ear, { type: "triangle", frequency: pitch });
  const volume = new GainNode(ear, { gain: loud });
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  voice.connect(volume).connect(ear.destination);
  voice.start(begin);
  voice.stop(begin + seconds);
}

export function play(name) {
  (TUNES[name] ?? []).forEach((pitch, place) => tone(pitch, 0.3, place * STEP_S));
}

export function vibrate(name) {
  if (mode() !== "off" && navigator.userActivation?.hasBeenActive && PULSES[name]) navigator.vibrate?.(PULSES[name]);
}

// What is read out is never late: whatever is still being said stops.
export function speak(words) {
  if (mode() !== "voice" || !canSpeak()) return;
  const said = new SpeechSynthesisUtterance(words.replace(/[—–]/g, ","));
  said.lang = document.documentElement.lang;
  said.voice = localVoice(said.lang);
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

// A voice of this device: others are fetched from the network.
function localVoice(language) {
  const voices = speechSynthesis.getVoices().filter((voice) => voice.localService);
  return voices.find((voice) => voice.lang.startsWith(language)) ?? voices[0] ?? null;
}

export function showSwitches() {
  for (const button of document.querySelectorAll("[data-sound-switch]")) {
    button.hidden = !window.AudioContext;
    button.dataset.mode = mode();
    const words = WORDS[mode()];
    if (button.getAttribute("aria-label") !== words) button.setAttribute("aria-label", words);
    button.title = words;
  }
}

function turnOn() {
  const modes = canSpeak() ? MODES : MODES.slice(0, 2);
  const next = modes[(modes.indexOf(mode()) + 1) % modes.length];
  localStorage.setItem(KEY, next);
  awake();
  showSwitches();
  if (next === "off") window.speechSynthesis?.cancel();
  else setTimeout(() => (next === "voice" ? speak(WORDS.voice) : play("decided")), 100);
}

document.addEventListener("click", (event) => event.target.closest("[data-sound-switch]") && turnOn());
addEventListener("storage", showSwitches);
for (const touch of ["pointerdown", "keydown", "click"]) document.addEventListener(touch, awake);
