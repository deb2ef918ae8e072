// The form of a schedule: a field that depends on another is shown where it matters, and a new schedule is offered the
// reader's own time zone. What is hidden is not sent by the server either: nothing depends on this script.

for (const form of document.querySelectorAll(".schedule-form")) {
  const dependents = [...form.querySelectorAll("[data-only-field]")];
  const settle = () => {
    for (const field of dependents) {
      const { onlyField } = field.dataset;
      const chosen =
        (form.elements[`setting.${onlyField}`] ?? form.elements[onlyField])?.value ?? "";
      field.hidden = !field.dataset.onlyValues.split(" ").includes(chosen);
    }
  };
  form.addEventListener("change", () => {
    settle();
    if (form.elements.every.value === "pattern") form.querySelector(".advanced").open = true;
  });
  // Typing a pattern chooses “A pattern” in the list above it.
  form.elements.cron.addEventListener("input", () => {
    if (form.elements.cron.value.trim() !== "") form.elements.every.value = "pattern";
    settle();
  });
  settle();
  if (form.elements.timezone.value === "")
    form.elements.timezone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
