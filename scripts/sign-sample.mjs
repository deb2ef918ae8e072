// node scripts/sign-sample.mjs: signs samples/receipt.eml anew, after it was changed. The key is
// made for it and thrown away; its public half goes into src/importer/inbox/sample-keys.ts, where
// it counts on a developer's machine alone.

import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const SAMPLE = new URL("../samples/receipt.eml", import.meta.url);
const KEYS = new URL("../src/importer/inbox/sample-keys.ts", import.meta.url);
const [domain, selector] = ["tidewater.example", "sample"];

const text = readFileSync(SAMPLE, "utf8").replace(/^DKIM-Signature:.*\n(?:[ \t].*\n)*/m, "");
const [head, body] = [text.slice(0, text.indexOf("\n\n")), text.slice(text.indexOf("\n\n") + 2)];
const fields = head.split(/\n(?![ \t])/);
const names = ["from", "to", "subject", "date", "message-id", "mime-version", "content-type"];
const relaxed = (field) => {
  const colon = field.indexOf(":");
  return `${field.slice(0, colon).toLowerCase()}:${field
    .slice(colon + 1)
    .replace(/\s+/g, " ")
    .trim()}`;
};
const lines = body.split("\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
while (lines.at(-1) === "") lines.pop();
const bodyHash = createHash("sha256")
  .update(`${lines.join("\r\n")}\r\n`)
  .digest("base64");

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const unsigned = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=${domain}; s=${selector};\n h=${names.join(":")};\n bh=${bodyHash};\n b=`;
const signed = [
  ...names.map((name) =>
    relaxed(fields.find((field) => field.toLowerCase().startsWith(`${name}:`))),
  ),
  relaxed(unsigned),
].join("\r\n");
const signature = sign(null, createHash("sha256").update(signed).digest(), privateKey).toString(
  "base64",
);
writeFileSync(SAMPLE, `${unsigned}${signature}\n${text}`);

const key = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url").toString("base64");
writeFileSync(
  KEYS,
  `// The key that samples/receipt.eml is signed with (scripts/sign-sample.mjs), known on a developer's machine alone. Its domain is one
// that nobody can have, and its private half is nowhere.

export const SAMPLE_KEYS: ReadonlyMap<string, string> = new Map([["${selector}._domainkey.${domain}", "v=DKIM1; k=ed25519; p=${key}"]]);
`,
);
