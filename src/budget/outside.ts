// Interfaces to everything outside the budget's database. The Budget object supplies the real ones,
// the mock and the tests their own. Handlers never see them; only the steps around handlers do.

import type { Currency } from "../money/currency.ts";
import type { CryptoConnection, CryptoProvider, Listings } from "./crypto/provider.ts";
import type { LinkedProvider } from "./linked/provider.ts";
import type { BankSecret, SourceAccess } from "./source-access.ts";

/** A file as it is stored and served. */
export interface KeptFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The store of attachments' bytes; keys are ours and never leave the service unsigned. */
export interface FileStore {
  put(key: string, file: KeptFile): Promise<void>;
  /** At most 1,000 keys; those that are not there are no fault. */
  delete(keys: readonly string[]): Promise<void>;
}

/** The sources of accounts that are not kept by hand. */
export interface Providers {
  readonly linked: LinkedProvider;
  readonly crypto: CryptoProvider;
  readonly listings: Listings;
  /** How servers of banks are reached; null where none can be connected. */
  readonly banks: SourceAccess<BankSecret> | null;
  /** How chains and exchanges are reached; null where none can be connected. */
  readonly coins: SourceAccess<CryptoConnection> | null;
  /** Whether they read the feed of PUT /api/linked/feed: only on a developer's machine. */
  readonly fed: boolean;
}

/** Links by which anybody may download a file for a while. */
export interface FileLinks {
  /**
   * Path and query of the file's link, valid until then (milliseconds since 1970, whole seconds).
   */
  path(key: string, until: number): Promise<string>;
}

/** The rates that the service has fetched (written by rates/bank.ts). */
export interface RateStore {
  /** The series of the published ones among the currencies; null if nothing was ever fetched. */
  read(currencies: readonly Currency[]): Promise<ReadonlyMap<Currency, string> | null>;
}

export interface Ports {
  readonly files: FileStore;
  readonly providers: Providers;
  readonly links: FileLinks;
  readonly rates: RateStore;
}

/** The key of a budget's file in the bucket. */
export function attachmentKey(budget: string, key: string): string {
  return `attachments/${budget}/${key}`;
}

/** The bucket as one budget's store of files. Its metadata is what a download is answered with. */
export function r2Files(bucket: R2Bucket, budget: string): FileStore {
  return {
    put: async (key, { name, type, bytes }) => {
      const contentDisposition = `attachment; filename*=UTF-8''${extValue(name)}`;
      await bucket.put(attachmentKey(budget, key), bytes, {
        httpMetadata: { contentType: type, contentDisposition },
      });
    },
    delete: async (keys) => bucket.delete(keys.map((key) => attachmentKey(budget, key))),
  };
}

/** RFC 8187: everything but letters, digits and a few marks is percent-encoded UTF-8. */
function extValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
