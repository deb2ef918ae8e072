// Which Chromium the browser tests and the scripts that look at pages open. Debian's headless shell is the same engine
// without the windows: a new profile costs it a fifth of the time, a page a third (measured on two cores).

import { existsSync } from "node:fs";

const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The path of the browser: CHROMIUM of the environment, else the lightest that is installed. */
export function findChromium() {
  const path = process.env.CHROMIUM ?? INSTALLED.find((each) => existsSync(each));
  if (path === undefined) throw new Error(`No Chromium: expected one of ${INSTALLED.join(", ")}`);
  return path;
}
