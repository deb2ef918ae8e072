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
