// The reference page: a filter, opening all at once, and links that open what they lead to.

const filter = document.getElementById("filter");
const found = document.getElementById("found");
const toggle = document.getElementById("toggle-all");
const operations = [...document.querySelectorAll("details.operation[data-words]")];
const groups = [...document.querySelectorAll(".reference-group")];

function apply() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const operation of operations) {
    const fits = words.every((word) => operation.dataset.words.includes(word));
    operation.hidden = !fits;
    if (fits) count += 1;
  }
  for (const group of groups) {
    const [first] = group.querySelectorAll("details.operation:not([hidden])");
    group.hidden = words.length > 0 && (first === undefined || first.dataset.words === undefined);
  }
  found.textContent = words.length === 0 ? "" : `${count} of ${operations.length} operations`;
}

/** Opens what the address's fragment names, and shows it even where the filter had hidden it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  const hidden = target.closest("[hidden]") !== null;
  if (hidden) {
    filter.value = "";
    apply();
  }
  for (let at = target.closest("details"); at !== null; at = at.parentElement.closest("details"))
    at.open = true;
  target.closest("details")?.scrollIntoView();
}

filter.form.addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("input", apply);
filter.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  filter.value = "";
  apply();
});
document.addEventListener("keydown", (event) => {
  const typing =
    event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  filter.focus();
});
toggle.addEventListener("click", () => {
  const open = toggle.getAttribute("aria-pressed") !== "true";
  for (const operation of operations) operation.open = open;
  toggle.setAttribute("aria-pressed", String(open));
  toggle.textContent = open ? "Close all" : "Open all";
});
addEventListener("hashchange", openTarget);
openTarget();
