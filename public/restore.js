// The page "Your data": a backup that is larger than one request may be is sent in pieces. Without
// this script the form sends the whole file at once.

const form = document.getElementById("restore-form");
const input = document.getElementById("restore-file");
const status = document.getElementById("restore-status");
const bar = document.getElementById("restore-bar");

const PIECE_BYTES = 32 * 1024 * 1024;
const TRIES = 3;
const PAUSE_MS = 2_000;

form.addEventListener("submit", (event) => {
  const [file] = input.files;
  if (file === undefined || file.size <= PIECE_BYTES) return;
  event.preventDefault();
  void sendPieces(file);
});

async function sendPieces(file) {
  const button = form.querySelector("button");
  button.disabled = true;
  bar.hidden = false;
  const count = Math.ceil(file.size / PIECE_BYTES);
  const upload = crypto.randomUUID().replaceAll("-", "");
  try {
    for (let piece = 1; piece <= count; piece += 1) {
      status.textContent = `Sending part ${piece} of ${count}.`;
      bar.value = (piece - 1) / count;
      const body = file.slice((piece - 1) * PIECE_BYTES, piece * PIECE_BYTES);
      await send(`${form.action}/pieces/${piece}?upload=${upload}`, "PUT", body);
    }
    status.textContent = "Checking the file.";
    bar.value = 1;
    location.assign(await send(`${form.action}?upload=${upload}&pieces=${count}`, "POST"));
  } catch (error) {
    status.textContent = `${error.message} Nothing was restored. Choose the file again.`;
    button.disabled = false;
  }
}

/** Sends a part, again where the network failed; the address that the answer leads to. */
async function send(address, method, body, tries = TRIES) {
  let response;
  try {
    response = await fetch(address, { method, body, headers: { accept: "application/json" } });
  } catch {
    if (tries <= 1) throw new Error("The connection broke off.");
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    return send(address, method, body, tries - 1);
  }
  if (response.ok) return response.url;
  if (response.status >= 500 && tries > 1) return send(address, method, body, tries - 1);
  const answer = await response.json().catch(() => null);
  throw new Error(answer?.message ?? `The server answered ${response.status}.`);
}
