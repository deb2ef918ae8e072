// Domains where anybody has an address, in free-mail.json: such a sender is a person, not a shop.

import DOMAINS from "./free-mail.json" with { type: "json" };

const FREE_MAIL: ReadonlySet<string> = new Set(DOMAINS);
/** Services that give addresses under every country's domain. */
const EVERYWHERE = /^(?:yahoo|hotmail|live|outlook)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

/** Whether anybody can have an address at this domain. */
export function isFreeMail(domain: string): boolean {
  const plain = domain.toLowerCase();
  return FREE_MAIL.has(plain) || EVERYWHERE.test(plain);
}
