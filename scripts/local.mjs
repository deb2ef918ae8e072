// What the scripts share: where the project is, its local secrets, how to say that something is wrong.

import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const STATE = fileURLToPath(new URL("../.wrangler/state", import.meta.url));
const SECRETS = fileURLToPath(new URL("../.dev.vars", import.meta.url));

/** The local secrets, made on first use; only this user may read the file. */
export function ensureSecrets() {
  if (!existsSync(SECRETS)) {
    const lines = [
      "# Made by npm start. Local secrets: never commit, never deploy.",
      "ENVIRONMENT=local",
      `TOKEN_KEY=${randomBytes(32).toString("base64url")}`,
      `LOCAL_TOKEN=${randomBytes(32).toString("base64url")}`,
    ];
    writeFileSync(SECRETS, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  }
  chmodSync(SECRETS, 0o600);
  const secrets = readSecrets();
  for (const name of ["TOKEN_KEY", "LOCAL_TOKEN"]) {
    if (!secrets[name])
      fail(`.dev.vars has no ${name}. Add one, or delete the file and start again.`);
  }
  return secrets;
}

/** NAME=value lines of .dev.vars; empty where there is no such file. */
export function readSecrets() {
  if (!existsSync(SECRETS)) return {};
  const secrets = {};
  for (const line of readFileSync(SECRETS, "utf8").split(/\r?\n/)) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match !== null) secrets[match[1]] = match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
  return secrets;
}

/** Says what is wrong and ends. */
export function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
