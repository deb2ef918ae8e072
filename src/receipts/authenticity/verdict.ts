// The verdict on whether a message is authenticated, as it is stored. Domains revoke and change
// their keys, so a verdict is made when the message arrives and never again.

export type Outcome = "pass" | "fail" | "absent";

/** One signature. "absent": its key is not available, or its domain is only testing. */
export interface SignatureVerdict {
  readonly domain: string;
  readonly selector: string;
  readonly result: Outcome;
  /** Why it does not count; null if it does. */
  readonly why: string | null;
  /** The key's record as it was found. */
  readonly key: string | null;
  /** Milliseconds since 1970: when it was made, if it says so. */
  readonly signed_at: number | null;
  /** Milliseconds since 1970: when it was verified. */
  readonly time: number;
  /** No resolver answered; the key may be asked for again. */
  readonly unasked: boolean;
}

/** One message: whether the domain of its From header authenticates it. */
export interface MessageVerdict {
  readonly result: Outcome;
  readonly why: readonly string[];
  /** The registrable domain of the From header; empty if it has none. */
  readonly domain: string;
  readonly signatures: readonly SignatureVerdict[];
  /** The receiving platform's verdict, if it can be trusted. */
  readonly platform: Outcome;
  /**
   * Milliseconds since 1970: when the signature that counts was made; null if that is not known.
   */
  readonly signed_at: number | null;
}

/** A message with each message that it carries, by the SHA-256 of the carried bytes. */
export interface MailVerdict extends MessageVerdict {
  readonly carried: Readonly<Record<string, MessageVerdict>>;
}

/** Whether a resolver did not answer, so that asking again may change the verdict. */
export function isUnresolved(verdict: MailVerdict): boolean {
  return [verdict, ...Object.values(verdict.carried)].some(
    ({ result, signatures }) => result !== "pass" && signatures.some(({ unasked }) => unasked),
  );
}
