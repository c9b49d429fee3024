// The stage: freezes the picture that a verdict rests on, and keeps a correction open while the page is drawn anew.

{
  const FROZEN_MS = 5000;
  const scene = document.querySelector(".scene");
  const still = document.getElementById("still");
  const evidence = () => still.querySelector("[data-evidence]")?.dataset.evidence ?? "";
  let shown = evidence();
  let thaw = 0;

  function freeze() {
    clearTimeout(thaw);
    scene.classList.add("frozen");
    thaw = setTimeout(() => scene.classList.remove("frozen"), FROZEN_MS);
  }

  // A picture that was shown before does not call out its names again.
  function drawn() {
    if (evidence() === shown) still.querySelector("[data-evidence]")?.classList.add("again");
    else if ((shown = evidence())) freeze();
    aim();
  }

  // What the address points at was drawn anew: browsers look for it again only when they are told to.
  function aim() {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (target && document.contains(target) && !target.matches(":target")) location.replace(location.hash);
  }

  document.documentElement.classList.add("scripted");
  new MutationObserver(drawn).observe(still, { childList: true });
  new MutationObserver(aim).observe(document.getElementById("fixes"), { childList: true });

  // A click beside an open panel closes it; so does Escape.
  const panels = () => document.querySelectorAll(".stage .why[open]");
  document.addEventListener("click", (event) => {
    for (const panel of panels()) if (!panel.contains(event.target)) panel.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const panel of panels()) panel.open = false;
    if (location.hash.startsWith("#fix-") || location.hash.startsWith("#still-")) location.replace("#frame");
  });
}
