// The inbox: while a message is being read, looks again until it was. A page that is not looked at waits.

const FIRST_MS = 700;
const LAST_MS = 10_000;

const shown = document.getElementById("mail");

async function follow(wait) {
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (document.hidden) return follow(wait);
  try {
    const response = await fetch(location.pathname + location.search, {
      headers: { accept: "text/html" },
    });
    if (response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (page.getElementById("mail")?.dataset.working !== "yes") return location.reload();
    }
  } catch {
    // Away for a moment: the next look tells.
  }
  return follow(Math.min(wait * 1.5, LAST_MS));
}

if (shown?.dataset.working === "yes") follow(FIRST_MS);
