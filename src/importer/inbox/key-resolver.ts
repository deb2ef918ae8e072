// Looks up the keys that mail is signed with. On a developer's machine alone, the sample's key is
// known without a lookup, so that it can be tried without a network.

import type { Config } from "../../config.ts";
import {
  dnsOverHttps,
  NO_RESOLVER,
  type ResolveTxt,
} from "../../receipts/authenticity/resolver.ts";
import { SAMPLE_KEYS } from "./sample-keys.ts";

export function createResolver({ mailDns, local }: Pick<Config, "mailDns" | "local">): ResolveTxt {
  const asked =
    mailDns === null
      ? NO_RESOLVER
      : dnsOverHttps(mailDns, (url, init) => fetch(url, init), Date.now);
  if (!local) return asked;
  return async (name) => {
    const record = SAMPLE_KEYS.get(name);
    return record === undefined ? asked(name) : { kind: "records", records: [record] };
  };
}
