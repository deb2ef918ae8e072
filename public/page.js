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

document.documentElement.classList.add("scripted");
localizeTimes(document);

// On a narrow screen the navigation is one line that scrolls: the page that is shown is in sight there.
const current = document.querySelector("header nav [aria-current]");
const line = current?.closest("nav");
if (line)
  line.scrollLeft =
    current.offsetLeft - line.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
