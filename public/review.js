// Keys of the review: they act on the card that has the focus, else on the first one. They are
// silent while something is being typed, and with Ctrl, Alt or Meta.

const TYPING = "input, select, textarea, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (!(event.target instanceof Element) || event.target.closest(TYPING) !== null) return;
  const control = findControl(event.key.toLowerCase());
  if (control === null) return;
  event.preventDefault();
  if (control instanceof HTMLSelectElement) control.focus();
  else control.click();
});

/** What a key stands for; null for none. */
function findControl(key) {
  const card =
    document.activeElement?.closest(".review-card") ?? document.querySelector(".review-card");
  switch (key) {
    case "a":
    case "s":
      return card?.querySelector(`[data-key="${key}"]`) ?? null;
    case "c":
      return card?.querySelector("select") ?? null;
    case "u":
      return document.getElementById("undo");
    default:
      return null;
  }
}
