// What is new at the table, in the one live region of the page, so that a screen reader says each thing exactly once.
const KEY = "owleye-heard"; // survives a change of the page, so that the next page does not say it again
const RECENT_MS = 5000;
const recent = []; // [time, words] that were announced a moment ago

// The sentences of an event that this browser has not heard yet; what an undo uncovers was heard before.
export function fresh(state) {
  const before = heard();
  const { said, spoken, question, trouble } = state;
  const language = document.documentElement.lang;
  sessionStorage.setItem(KEY, JSON.stringify({ said, question, trouble, language }));
  if (!before) return [];
  const news = [];
  const later = said && (!before.said || said.seq > before.said.seq);
  const translated = before.language !== language; // other words, but nothing new
  const corrected = said && before.said && said.seq === before.said.seq && said.words !== before.said.words;
  if (later || (corrected && !translated)) news.push({ ...said, spoken: spoken.said });
  if (translated) return news;
  if (question && question !== before.question)
    news.push({ words: question, spoken: spoken.question, tone: "question" });
  if (trouble && trouble !== before.trouble) news.push({ words: trouble, spoken: spoken.trouble, tone: "trouble" });
  return news;
}

function heard() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

// Puts words into the live region, without what was said a moment ago.
export function announce(words, now = Date.now()) {
  while (recent.length && now - recent[0][0] > RECENT_MS) recent.shift();
  if (!words || recent.some(([, earlier]) => earlier.includes(words))) return;
  const unheard = recent.reduce((rest, [, earlier]) => without(rest, earlier), words);
  recent.push([now, words]);
  const region = document.getElementById("news");
  const line = document.createElement("p");
  line.textContent = unheard;
  region?.append(line);
  while (region?.childElementCount > 3) region.firstElementChild.remove();
}

// `words` without the sentences `earlier`; not where they only end a sentence, as in "Taken back: Bo casts a Spell."
function without(words, earlier) {
  const at = words.indexOf(earlier);
  if (at < 0 || (at && !/[.!?]\s$/.test(words.slice(0, at)))) return words;
  return `${words.slice(0, at)}${words.slice(at + earlier.length).trimStart()}`.trim();
}
