// The forms that attach a receipt: a file is sent as soon as it is chosen, dropped or photographed.
// A file that is too large is refused before it is sent.

for (const form of document.querySelectorAll(".attach-form")) {
  const input = form.querySelector("input[type=file]");
  const most = Number(document.getElementById("attach").dataset.most);
  const button = form.querySelector("button");
  input.addEventListener("change", () => {
    const [file] = input.files;
    const isTooLarge = file !== undefined && file.size >= most;
    input.setCustomValidity(
      isTooLarge ? `The file must have less than ${most / 1_000_000} MB.` : "",
    );
    if (file === undefined || !form.reportValidity()) return;
    form.requestSubmit();
    button.disabled = true;
    button.textContent = "Attaching…";
  });
  // A file that was chosen before this script began is sent by the button.
  button.hidden = input.files.length === 0;
  form.addEventListener("dragover", () => form.classList.add("over"));
  for (const end of ["dragleave", "drop"])
    form.addEventListener(end, () => form.classList.remove("over"));
  // A file may be dropped anywhere on the form.
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (event.target === input || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change"));
  });
}
