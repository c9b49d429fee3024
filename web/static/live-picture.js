// The live picture: the next one is asked for when the last has come, so nothing queues up.  It is drawn on a canvas,
// because browsers keep decoded what an <img> has shown, up to half a gigabyte of pictures that nobody sees again.
const LIVE_MS = 160; // between two pictures
const CALM_MS = 1000; // the same while nothing moves: drawing them takes a screen more work than all else on the page
const LOST_MS = 2000; // until the next try
const pill = document.getElementById("eyes");

export function live(picture) {
  const source = picture.getAttribute("src");
  const mayRest = picture.dataset.live === "calm";
  const canvas = canvasLike(picture);
  let shown = picture;
  let came = 0;
  const isCalm = () => mayRest && pill?.matches(".eyes-watching, .eyes-settled, .eyes-attention");
  const rests = () => isCalm() && Date.now() < came + CALM_MS;

  // While there is no camera, a drawing comes instead of a photograph.
  async function show(blob) {
    if (blob.type === "image/jpeg") await draw(canvas, blob);
    else picture.src = `${source}?${Date.now()}`;
    const wanted = blob.type === "image/jpeg" ? canvas : picture;
    if (wanted === shown) return;
    wanted.style.cssText = shown.style.cssText;
    shown.replaceWith(wanted);
    shown = wanted;
  }

  async function next() {
    if (!shown.isConnected) return;
    if (document.hidden || rests()) return setTimeout(next, LIVE_MS);
    try {
      const answer = await fetch(source, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      await show(await answer.blob());
      came = Date.now();
      setTimeout(next, LIVE_MS);
    } catch {
      setTimeout(next, LOST_MS);
    }
  }
  next();
}

function canvasLike(picture) {
  const canvas = Object.assign(document.createElement("canvas"), { id: picture.id, className: picture.className });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", picture.alt);
  return canvas;
}

async function draw(canvas, blob) {
  const bitmap = await createImageBitmap(blob);
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height)
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
}
