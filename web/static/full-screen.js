// The button that gives the page the whole screen, where the browser allows it; Escape or another press leaves it.
export function offerFullScreen() {
  for (const button of document.querySelectorAll("[data-full-screen]")) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(() => {}); // refused: the page stays as it is
    });
  }
}
