// The domains that a paper prints as its issuer's, in addresses and links, and the names that fit
// them.

import { parse } from "tldts";
import { isFreeMail } from "../merchants/free-mail.ts";
import type { Cell } from "./cells.ts";

const DOMAINS_MAX = 20;
const HOST =
  /(?:@|www\.|https?:\/\/|(?<![\p{L}\p{N}.@-]))((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,18})(?![\p{L}\p{N}@-])/giu;
/** Domains that are printed on the papers of others. */
const NOT_ISSUERS = new Set(
  "facebook instagram twitter linkedin youtube x tiktok google apple tcpdf stripe paypal klarna adobe microsoft whatsapp".split(
    " ",
  ),
);

/** The names of the domains in the cells, as letters and digits without their suffix. */
export function findDomains(cells: readonly Cell[]): readonly string[] {
  const found = new Set<string>();
  for (const { text } of cells) {
    if (found.size >= DOMAINS_MAX) break;
    for (const [, host = ""] of text.matchAll(HOST)) {
      const { domainWithoutSuffix, domain, isIcann } = parse(host.toLowerCase());
      if (
        isIcann === true &&
        domainWithoutSuffix !== null &&
        domain !== null &&
        !isFreeMail(domain)
      )
        found.add(domainWithoutSuffix.replace(/[^\p{L}\p{N}]/gu, ""));
    }
  }
  return [...found].filter((name) => name.length >= 3 && !NOT_ISSUERS.has(name));
}

/** Whether a name begins a domain, or a domain the name: "oyo" and oyorooms.com. */
export function startsDomain(key: string, domain: string): boolean {
  if (key.length < 3) return false;
  return key.length > domain.length
    ? domain.length >= 5 && key.startsWith(domain)
    : domain.startsWith(key);
}

/** Whether a name without any other evidence is hardly shorter than the domain. */
export function isDomain(key: string, domain: string): boolean {
  return startsDomain(key, domain) && (key.length >= domain.length || key.length >= 5);
}
