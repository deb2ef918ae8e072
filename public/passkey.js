// Buttons that ask the browser for a passkey and send its answer with their form, in the field "credential". They stay
// hidden where there are no passkeys: in old browsers, and at an IP address, which no passkey belongs to.

const possible = "PublicKeyCredential" in window && !/^(\[|\d+(\.\d+){3}$)/.test(location.hostname);

const WORDS = {
  NotAllowedError: "Cancelled, or it took too long. Try again.",
  InvalidStateError: "This device already has a passkey for your profile.",
  SecurityError: "This browser cannot use passkeys at this address.",
};

function toBytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}

function toText(buffer) {
  if (buffer === null || buffer === undefined) return undefined;
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function toOptions(json) {
  const descriptors = (list) => list.map((one) => ({ ...one, id: toBytes(one.id) }));
  const options = { ...json, challenge: toBytes(json.challenge) };
  if (json.user) options.user = { ...json.user, id: toBytes(json.user.id) };
  if (json.allowCredentials) options.allowCredentials = descriptors(json.allowCredentials);
  if (json.excludeCredentials) options.excludeCredentials = descriptors(json.excludeCredentials);
  return options;
}

function toAnswer({ id, rawId, type, response }) {
  const answer = {};
  for (const part of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ])
    answer[part] = toText(response[part]);
  if (response.getTransports) answer.transports = response.getTransports();
  return { id, rawId: toText(rawId), type, response: answer };
}

async function ask(form, button) {
  // Only what the options depend on: a password typed beside the button goes nowhere it need not.
  const body = new URLSearchParams();
  for (const name of button.dataset.fields.split(" "))
    body.set(name, form.elements.namedItem(name)?.value ?? "");
  const response = await fetch(button.dataset.options, { method: "POST", body });
  const told = await response.json().catch(() => null);
  if (!response.ok || told === null)
    throw new Error(told?.errors[0].errMsg ?? "That did not work. Reload the page and try again.");
  const publicKey = toOptions(told);
  const credential = await (button.dataset.passkey === "create"
    ? navigator.credentials.create({ publicKey })
    : navigator.credentials.get({ publicKey }));
  form.elements.namedItem("credential").value = JSON.stringify(toAnswer(credential));
  for (const input of form.querySelectorAll("input[type=password]")) input.value = "";
  form.submit();
}

function tell(form, message) {
  let alert = form.querySelector("[role=alert]");
  if (alert === null) {
    alert = document.createElement("p");
    alert.className = "alert";
    alert.setAttribute("role", "alert");
    form.prepend(alert);
  }
  alert.textContent = message;
}

for (const button of document.querySelectorAll("button[data-passkey]")) {
  if (!possible) continue;
  button.hidden = false;
  const { form } = button;
  form.addEventListener("submit", async (event) => {
    if (event.submitter !== button) return;
    event.preventDefault();
    button.disabled = true;
    try {
      await ask(form, button);
    } catch (error) {
      button.disabled = false;
      tell(form, WORDS[error.name] ?? error.message);
    }
  });
}

for (const element of document.querySelectorAll("[data-passkeys]"))
  element.hidden = (element.dataset.passkeys === "possible") !== possible;
