// Every page: moments in the reader's own time zone and language.

const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function localizeTimes(root) {
  for (const time of root.querySelectorAll("time[datetime*='T']")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    time.textContent = format.format(moment);
    time.title = time.dateTime;
  }
}

/** Speaks a sentence. A live region that is replaced is not read out; this one is outside of main. */
export function announce(sentence) {
  const line = document.getElementById("announcement");
  if (line === null) return;
  line.textContent = "";
  // The same sentence is read out again only if it was removed for a moment.
  if (sentence !== "") setTimeout(() => (line.textContent = sentence), 50);
}

document.documentElement.classList.add("scripted");
localizeTimes(document);

// The menu of a phone closes by Escape, and by a tap beside it.
const menu = document.querySelector(".bar .menu");
document.addEventListener("click", ({ target }) => {
  if (menu?.open && !menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
