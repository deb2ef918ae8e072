// Keys of the review (public/keys.js lists them): they act on the card that has the focus, or on
// the first one if none has.

import { isOurs } from "./keys.js";

document.addEventListener("keydown", (event) => {
  if (!isOurs(event)) return;
  const control = findControl(event.key.toLowerCase());
  if (control === null) return;
  event.preventDefault();
  if (control instanceof HTMLSelectElement) control.focus();
  else control.click();
});

/** The control that a key presses; null for other keys. */
function findControl(key) {
  const card =
    document.activeElement?.closest(".review-card") ?? document.querySelector(".review-card");
  switch (key) {
    case "a":
    case "s":
      return card?.querySelector(`[data-key="${key}"]`) ?? null;
    case "c":
      return card?.querySelector("select") ?? null;
    default:
      return null;
  }
}
