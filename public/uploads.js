// The page of files that were uploaded together: while files are read or imported, its parts are
// fetched again and replaced. A part in which somebody types or chooses stays as it is.

import { announce, localizeTimes } from "./page.js";

const POLL_MS = 1_200;
const CONTROLS = "input, select, textarea, summary";

setTimeout(look, POLL_MS);

async function look() {
  try {
    if (document.getElementById("upload-step")?.dataset.working === "yes") await renew();
  } catch {
    // The connection is lost for the moment; the next look tries again.
  }
  setTimeout(look, POLL_MS);
}

async function renew() {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (response.status === 401) return location.reload();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const before = document.getElementById("sentence")?.textContent;
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = page.getElementById(part.id);
    if (next === null || isInUse(part) || next.innerHTML === part.innerHTML) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
    part.replaceWith(document.adoptNode(next));
    localizeTimes(next);
    if (focused !== null)
      (document.getElementById(focused) ?? document.getElementById("sentence")).focus();
  }
  document.title = page.title;
  const now = document.getElementById("sentence")?.textContent ?? "";
  if (now !== before) announce(now);
}

/** Whether somebody is typing or choosing in it, or has opened something. */
function isInUse(part) {
  const active = document.activeElement;
  if (part.contains(active) && active.matches(CONTROLS)) return true;
  return [...part.querySelectorAll("input")].some(
    (input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue,
  );
}
