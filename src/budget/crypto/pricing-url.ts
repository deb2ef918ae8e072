// The address of a price listing, as people copy it: https://{pricing_host}/{locale}/coins/{id}.
// Nothing is fetched from it: it only names a listing.

import { err, ok, type Result } from "../../platform/result.ts";

/**
 * The only host whose listings are known; a neutral name for the listing behind the provider
 * interface.
 */
export const PRICING_HOST = "pricing.example";

const LOCALE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/;
const LISTING_ID = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** The listing's id, or what is wrong with the address as the end of a sentence. */
export function parseListingId(text: string): Result<string, string> {
  const form = `expected https://${PRICING_HOST}/{locale}/coins/{id}`;
  if (!URL.canParse(text)) return err(`is not an address; ${form}`);
  const { protocol, host, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== "https:" || host !== PRICING_HOST || username !== "" || password !== "")
    return err(`is not an address at https://${PRICING_HOST}; ${form}`);
  const [, locale = "", coins, id = "", ...rest] = pathname.split("/");
  if (coins !== "coins" || rest.length > 0 || search !== "" || hash !== "")
    return err(`is of another form; ${form}`);
  if (!LOCALE.test(locale)) return err(`has ${JSON.stringify(locale)} for a locale; ${form}`);
  if (!LISTING_ID.test(id)) return err(`has ${JSON.stringify(id)} for an id; ${form}`);
  return ok(id);
}
