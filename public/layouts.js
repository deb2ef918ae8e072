// A layout's page: every change of its form is previewed at once. What is looked at last is shown, whatever answers first.

import { announce, localizeTimes } from "./page.js";

const PAUSE_MS = 250;

const form = document.getElementById("layout");
let timer = null;
let asked = 0;

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE_MS);
});

async function look() {
  if (!form.checkValidity()) return;
  const number = (asked += 1);
  const region = document.getElementById("preview");
  region.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(form.dataset.preview, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { accept: "text/html" },
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (number !== asked) return;
    const next = page.getElementById("preview");
    const refused = page.querySelector("main > .alert[role=alert]");
    if (refused !== null) show(region, [document.adoptNode(refused)], refused.textContent);
    else if (next !== null)
      show(
        region,
        [...document.adoptNode(next).childNodes],
        next.querySelector("#preview-sentence, .alert")?.textContent ?? "",
      );
  } catch {
    // The connection is gone for the moment; the button still works.
  }
  if (number === asked) document.getElementById("preview").removeAttribute("aria-busy");
}

function show(region, nodes, sentence) {
  region.replaceChildren(...nodes);
  localizeTimes(region);
  announce(sentence);
}
