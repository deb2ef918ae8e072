// Posts the one-time link as soon as a person is looking; a prerendered page waits until it is shown.

const form = document.getElementById("sign-in");

function send() {
  history.replaceState(null, "", "/sign-in");
  form.submit();
}

if (document.prerendering) document.addEventListener("prerenderingchange", send, { once: true });
else send();
