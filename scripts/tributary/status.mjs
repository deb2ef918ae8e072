// @ts-check
// tributary status: which server, whether the key works there, and what waits for a person.

import { EXIT } from "./fault.mjs";
import { grouped } from "./words.mjs";

/**
 * @param {{ server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen }} work
 */
export async function runStatus({ server, screen }) {
  const imports = await server.call("/api/imports?waiting=true&limit=1");
  const { key } = await server.call("/api/key");
  const mails = await server.call("/api/inbox/counts");
  const waiting = imports.total ?? imports.imports.length;
  const from = {
    login: "tributary login",
    TRIBUTARY_TOKEN: "TRIBUTARY_TOKEN",
    checkout: ".dev.vars",
  };
  screen.print(`Server:   ${server.url}`);
  screen.print(`Key:      from ${from[server.from]}, accepted; it may ${mayOf(key)}`);
  screen.print(
    `Imports:  ${waiting === 0 ? "none wait for you" : `${grouped(waiting)} wait for you: ${server.url}/imports`}`,
  );
  screen.print(
    `Inbox:    ${mails.review === 0 ? "no mail waits for you" : `${grouped(mails.review)} wait for you: ${server.url}/inbox`}`,
  );
  screen.record({
    server: server.url,
    key: server.from,
    reads: key === null || key.reads,
    imports_waiting: waiting,
    mails_waiting: mails.review,
  });
  return EXIT.done;
}

/** What the key may do; null is that of a person. */
function mayOf(/** @type {{ reads: boolean } | null} */ key) {
  if (key === null) return "do everything";
  return key.reads ? "send files and mail, and read transactions" : "send files and mail";
}
