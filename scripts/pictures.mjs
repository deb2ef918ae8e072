// npm run pictures: takes the pictures of the pages, docs/pictures, over the built Worker with the
// invented household of test/household.ts: each page on a desktop and a phone, light and dark.
// Arguments choose pages by name; "questions" takes those of imports (pictures/questions.mjs).

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./local.mjs";
import { bringIn } from "./pictures/household.mjs";
import { listPages } from "./pictures/pages.mjs";
import { takeQuestions } from "./pictures/questions.mjs";
import { withPerson } from "./signed-up.mjs";

const FOLDER = join(ROOT, "docs/pictures");
const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const SCREENS = {
  "desktop-light": { ...DESK, colorScheme: "light" },
  "desktop-dark": { ...DESK, colorScheme: "dark" },
  "phone-light": { ...PHONE, colorScheme: "light" },
  "phone-dark": { ...PHONE, colorScheme: "dark" },
};

async function takePages({ origin, browser, session, call }) {
  const asked = process.argv.slice(2);
  const pages = listPages(await bringIn(call)).filter(
    ([name]) => asked.length === 0 || asked.includes(name),
  );
  mkdirSync(FOLDER, { recursive: true });
  const encoder = await browser.newPage();
  for (const [screen, options] of Object.entries(SCREENS)) {
    const context = await browser.newContext({
      baseURL: origin,
      storageState: session,
      locale: "en-GB",
      timezoneId: "America/Chicago",
      ...options,
    });
    const page = await context.newPage();
    for (const [name, path] of pages) {
      await page.goto(path, { waitUntil: "networkidle" });
      const file = join(FOLDER, `${name}-${screen}.webp`);
      writeFileSync(file, await encode(encoder, await page.screenshot()));
      console.log(file);
    }
    await context.close();
  }
}

/** As WebP, which is a fifth of the PNG's size; Chromium itself encodes it. */
async function encode(encoder, png) {
  const script = `(async () => {
    const bytes = Uint8Array.fromBase64(${JSON.stringify(png.toString("base64"))});
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    return new Uint8Array(await blob.arrayBuffer()).toBase64();
  })()`;
  return Buffer.from(await encoder.evaluate(script), "base64");
}

if (process.argv[2] === "questions") await takeQuestions(process.argv.slice(3));
else await withPerson(takePages);
