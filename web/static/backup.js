// Sends a backup in pieces that are small enough for a form.

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
  const result = await answer.json();
  if (!result.ok) throw new Error(result.words);
}

bring.hidden = false;
bring.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopPropagation();
  const file = document.getElementById("file").files[0];
  bar.hidden = false;
  failed.hidden = true;
  try {
    for (let offset = 0; offset < file.size; offset += PIECE) {
      await sendPiece(file, offset);
      bar.value = (100 * Math.min(offset + PIECE, file.size)) / file.size;
    }
    location.reload();
  } catch (error) {
    failed.textContent = error.message || "The table does not answer. Is Owleye still running?";
    failed.hidden = false;
    bar.hidden = true;
  }
});
