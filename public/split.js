// The form that splits a transaction: shows what is left while a person types, and adds and removes
// parts. Without this script the server does the same for each button. The server checks the parts
// in any case.

const UNITS = 10_000;
const form = document.getElementById("split-form");
const left = document.getElementById("left");
const save = document.getElementById("save-split");
const { whole, decimals, currency } = form.dataset;
const total = Number(whole);
const step = 10 ** (4 - Number(decimals));

/** "12.50", "12,50", "1,200.50" in units; NaN for anything else. */
function readMagnitude(text) {
  const bare = text.replaceAll(/[\s'’]/g, "");
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare);
  const dotted = /^\d{1,3}(?:\.\d{3})+,\d+$/.test(bare);
  let plain = bare.replace(",", ".");
  if (grouped) plain = bare.replaceAll(",", "");
  if (dotted) plain = bare.replaceAll(".", "").replace(",", ".");
  return /^\d{1,11}(\.\d{1,4})?$/.test(plain) ? Math.round(Number(plain) * UNITS) : Number.NaN;
}

function readShare(text) {
  const share = /^(\d{1,3}(?:[.,]\d{1,4})?)\s*%$/.exec(text)?.[1];
  return share === undefined ? null : Number(share.replace(",", "."));
}

function readAmount(typed) {
  const text = typed.trim().replaceAll("−", "-");
  const share = readShare(text);
  if (share !== null) return Math.floor((total * share) / 100 / step) * step;
  const terms = text.match(/[+-]?[^+-]+/g) ?? [];
  if (terms.join("") !== text) return Number.NaN;
  return terms.reduce((sum, term) => {
    const magnitude = readMagnitude(term.replace(/^[+-]/, ""));
    return sum + (term.startsWith("-") ? -magnitude : magnitude);
  }, 0);
}

function print(units) {
  const [whole, fraction] = (Math.abs(units) / UNITS).toFixed(4).split(".");
  const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, "");
  return `${whole}${kept === "" ? "" : `.${kept}`} ${currency}`;
}

function count() {
  const texts = [...form.querySelectorAll("[name=amount]")].map(({ value }) => value.trim());
  const shares = texts.map(readShare);
  // Shares of 100% leave nothing. The server adds what rounding left to the last part.
  const isWhole =
    shares.every((share) => share !== null) && shares.reduce((a, b) => a + b, 0) === 100;
  const rest = isWhole ? 0 : texts.reduce((sum, text) => sum - readAmount(text), total);
  const isFull = rest === 0 && texts.every((text) => text !== "");
  left.classList.toggle("done", isFull);
  if (Number.isNaN(rest)) left.textContent = "One of the amounts cannot be read.";
  else if (rest === 0) left.textContent = "Nothing is left to split.";
  else left.textContent = `${rest > 0 ? "Left to split" : "Too much"}: ${print(rest)}`;
  save.disabled = !isFull;
}

function number() {
  const parts = [...form.querySelectorAll(".part")];
  for (const [index, part] of parts.entries()) {
    const n = index + 1;
    part.querySelector("legend").textContent = `Part ${n}`;
    for (const control of part.querySelectorAll("input, select, button"))
      control.id = control.id.replace(/\d+$/, String(n));
    part.querySelector("label[for]").htmlFor = `amount-${n}`;
    const remove = part.querySelector("[name=remove]");
    remove.value = String(index);
    remove.setAttribute("aria-label", `Remove part ${n}`);
    remove.hidden = parts.length <= 2;
  }
  count();
}

function addPart() {
  const last = [...form.querySelectorAll(".part")].at(-1);
  const part = last.cloneNode(true);
  for (const input of part.querySelectorAll("input")) {
    input.value = "";
    input.removeAttribute("aria-invalid");
  }
  part.querySelector("select").value = last.querySelector("select").value;
  part.querySelector(".refused")?.remove();
  last.after(part);
  number();
  part.querySelector("[name=amount]").focus();
}

form.addEventListener("input", count);
form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.id === "add-part") {
    event.preventDefault();
    addPart();
  } else if (button?.name === "remove") {
    event.preventDefault();
    const part = button.closest(".part");
    (part.nextElementSibling?.querySelector?.("[name=amount]") ?? save).focus();
    part.remove();
    number();
  }
});
count();
