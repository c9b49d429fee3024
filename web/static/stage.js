// The stage: freezes the picture that a verdict rests on, and brings the pieces near, below the verdict, as long as they
// lie there; keeps a correction open while the page is drawn anew.

{
  const FROZEN_MS = 5000;
  const NEAREST = 2.6; // times as large as in the whole picture
  const SMALLEST = 0.6;
  const ROOM = 14; // px around the pieces and their names
  const LOW = 60; // px: where less is free below the verdict, pieces may lie under it
  const SMALLEST_LETTERS = 12; // px
  const tools = document.getElementById("scene-tools");
  const scene = document.querySelector(".scene");
  const frame = () => document.getElementById("frame");
  const eyes = document.getElementById("eyes");
  const still = document.getElementById("still");
  const verdict = document.getElementById("verdict");
  const notices = document.getElementById("notices");
  const evidence = () => still.querySelector("[data-evidence]")?.dataset.evidence ?? "";
  let shown = evidence();
  let thaw = 0;

  async function freeze() {
    clearTimeout(thaw);
    scene.classList.remove("frozen"); // the picture before is gone, this one not there yet
    await still.querySelector(".still-picture").decode().catch(() => {});
    scene.classList.add("frozen");
    focus();
    thaw = setTimeout(() => {
      scene.classList.remove("frozen");
      focus();
    }, FROZEN_MS);
  }

  // What the pieces and their names take of the scene, in px: left, top, right, bottom.
  function piecesIn(outlines, scale, left, top) {
    const boxes = [...outlines.querySelectorAll(".named > *")].map((one) => one.getBBox()).filter((box) => box.width);
    const edge = (pick, of) => pick(...boxes.map(of));
    return boxes.length && [
      left + scale * edge(Math.min, (box) => box.x),
      top + scale * edge(Math.min, (box) => box.y),
      left + scale * edge(Math.max, (box) => box.x + box.width),
      top + scale * edge(Math.max, (box) => box.y + box.height),
    ];
  }

  // How high (px) notices cover the picture; on a small screen they lie below or beside it.
  function covered() {
    const { clientWidth, clientHeight } = frame();
    const isOver = notices.offsetHeight && notices.offsetLeft < clientWidth;
    return isOver ? Math.max(0, clientHeight - notices.offsetTop) : 0;
  }

  // A long verdict becomes smaller until all of it stands in the picture.
  function fit() {
    const words = verdict.querySelector(".verdict-words");
    if (!words) return;
    words.style.fontSize = "";
    const room = frame().clientHeight - covered();
    let size = parseFloat(getComputedStyle(words).fontSize);
    while (words.offsetTop + words.offsetHeight > room && size > SMALLEST_LETTERS) words.style.fontSize = `${--size}px`;
  }

  // While pieces lie there as they were read, they are shown large, and none lies under the verdict.
  function focus() {
    fit();
    const kept = scene.matches(".frozen") || still.querySelector(":target");
    const stirs = eyes.matches(".eyes-moving, .eyes-hand");
    const outlines = (kept || !stirs) && still.querySelector(kept ? "[data-evidence] .outlines" : ".lies .outlines");
    scene.classList.toggle("near", Boolean(outlines));
    scene.classList.remove("tight");
    still.style.transform = frame().style.transform = (outlines && nearer(outlines)) || "";
  }

  function nearer(outlines) {
    const { width, height } = outlines.viewBox.baseVal;
    const [wide, high] = [frame().clientWidth, frame().clientHeight];
    const scale = Math.min(wide / width, high / height);
    const [left, top] = [(wide - width * scale) / 2, (high - height * scale) / 2];
    const pieces = piecesIn(outlines, scale, left, top);
    if (!pieces) return "";
    const said = verdict.querySelector(".verdict");
    const over = said ? said.offsetTop + said.offsetHeight : 0;
    const hint = tools.offsetHeight && high - tools.offsetTop;
    const [across, down] = [pieces[2] - pieces[0], pieces[3] - pieces[1]];
    const tight = high - over - Math.max(covered(), hint) - 2 * ROOM < Math.max(LOW, down);
    scene.classList.toggle("tight", tight);
    const under = tight ? covered() : Math.max(covered(), hint);
    const free = high - over - under - 2 * ROOM >= LOW;
    const [above, below] = free ? [over + ROOM, high - under - ROOM] : [ROOM, high - ROOM];
    const larger = Math.max(SMALLEST, Math.min(NEAREST, (wide - 2 * ROOM) / across, (below - above) / down));
    // In the middle of what is free; the picture leaves no gap but above, where the verdict stands.
    const x = wide / 2 - (larger * (pieces[0] + pieces[2])) / 2;
    const y = (above + below) / 2 - (larger * (pieces[1] + pieces[3])) / 2;
    const within = (value, least, most) => (least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value)));
    const atX = within(x, wide - larger * (left + width * scale), -larger * left);
    const atY = within(y, high - larger * (top + height * scale), above - larger * top);
    return `translate(${atX}px, ${atY}px) scale(${larger})`;
  }

  // A picture that was shown before does not call out its names again.
  function drawn() {
    if (evidence() === shown) still.querySelector("[data-evidence]")?.classList.add("again");
    else if ((shown = evidence())) freeze();
    aim();
    focus();
  }

  // What the address points at was drawn anew: browsers look for it again only when they are told to.
  function aim() {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (target && document.contains(target) && !target.matches(":target")) location.replace(location.hash);
  }

  document.documentElement.classList.add("scripted");
  addEventListener("hashchange", focus);
  new MutationObserver(drawn).observe(still, { childList: true });
  new MutationObserver(focus).observe(verdict, { childList: true });
  const resized = new ResizeObserver(focus);
  for (const box of [scene, notices]) resized.observe(box);
  new MutationObserver(focus).observe(eyes, { attributeFilter: ["class"] });
  new MutationObserver(aim).observe(document.getElementById("fixes"), { childList: true });

  // A list of players that is too long can be scrolled by the keys as well.
  const players = document.querySelector(".stage-left");
  const reachable = new ResizeObserver(() => {
    if (players.scrollHeight > players.clientHeight) players.tabIndex = 0;
    else players.removeAttribute("tabindex");
  });
  for (const box of [players, ...players.children]) reachable.observe(box);

  // A click beside an open panel closes it; so does Escape.
  const wide = matchMedia("(min-width: 43.75em) and (min-height: 26.25em)"); // as in stage-parts.css
  const panels = () => document.querySelectorAll(`.stage :is(.why${wide.matches ? ", .dropdown" : ""})[open]`);
  document.addEventListener("click", (event) => {
    for (const panel of panels()) if (!panel.contains(event.target)) panel.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const panel of panels()) {
      if (panel.contains(document.activeElement)) panel.querySelector("summary").focus();
      panel.open = false;
    }
    if (location.hash.startsWith("#fix-") || location.hash.startsWith("#still-")) location.replace("#frame");
  });
}
