// Sends a backup in pieces that are small enough for a form.
import { texts } from "./texts.js";

const PIECE = 48 * 1024; // bytes
const bring = document.getElementById("bring");
const bar = document.getElementById("brought");
const failed = document.getElementById("not-brought");

async function sendPiece(file, offset) {
  const body = new FormData(bring);
  body.set("offset", offset);
  body.set("piece", file.slice(offset, offset + PIECE), "piece");
  if (offset + PIECE >= file.size) body.set("last", "1");
  const answer = await fetch(bring.action, { method: "POST", body, headers: { Accept: "application/json" } });
  return answer.json();
}

function fail(words) {
  failed.textContent = words;
  failed.hidden = false;
  bar.hidden = true;
}

bring.hidden = false;
bring.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopPropagation();
  const file = document.getElementById("file").files[0];
  bar.hidden = false;
  failed.hidden = true;
  try {
    let offset = 0;
    do {
      const result = await sendPiece(file, offset);
      if (!result.ok) return fail(result.words);
      offset += PIECE;
      bar.value = (100 * offset) / file.size;
    } while (offset < file.size);
    location.reload();
  } catch {
    fail(texts.isOwleyeRunning);
  }
});
