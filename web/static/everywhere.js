// What every page does: says each verdict once, sounds it, keeps the screen awake, listens to keys, fills the screen.
import { offerFullScreen } from "./full-screen.js";
import { announce, fresh } from "./news.js";
import { listenToKeys } from "./keys.js";
import { play, showSwitches, speak, vibrate } from "./sound.js";
import { stayAwake } from "./awake.js";

document.addEventListener("owleye:table", (event) => {
  for (const { words, spoken, tone } of fresh(event.detail)) {
    play(tone);
    vibrate(tone);
    speak(spoken);
    announce(words);
  }
});
document.addEventListener("owleye:answer", (event) => {
  if (!event.detail.ok) play("no");
  announce(event.detail.words);
});
for (const line of document.querySelectorAll("#toast p")) announce(line.textContent);
showSwitches();
offerFullScreen();
listenToKeys();
stayAwake();
