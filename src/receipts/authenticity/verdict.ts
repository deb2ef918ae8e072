// What is found about who vouches for a message, in a form that is kept: keys are taken back and change, so what was found
// when a mail came is never asked again.

export type Outcome = "pass" | "fail" | "absent";

/** One signature. "absent": its key could not be had, or its domain is only trying, so that nothing is known. */
export interface SignatureVerdict {
  readonly domain: string;
  readonly selector: string;
  readonly result: Outcome;
  /** Why it is not good; null where it is. */
  readonly why: string | null;
  /** The key's record as it was found. */
  readonly key: string | null;
  /** Milliseconds since 1970: when it was made, as far as it says so. */
  readonly signed_at: number | null;
  /** Milliseconds since 1970: when it was looked at. */
  readonly time: number;
  /** Nobody answered for the key: it may be asked for again. */
  readonly unasked: boolean;
}

/** One message: whether the domain of its From vouches for it. */
export interface MessageVerdict {
  readonly result: Outcome;
  readonly why: readonly string[];
  /** The registrable domain of the From header; empty where it has none. */
  readonly domain: string;
  readonly signatures: readonly SignatureVerdict[];
  /** What the receiving platform found, as far as that can be believed. */
  readonly platform: Outcome;
  /** Milliseconds since 1970: when what vouches for it was made; null where that is not known. */
  readonly signed_at: number | null;
}

/** A whole mail: the message that came, and each message that it carries, by the SHA-256 of its bytes. */
export interface MailVerdict extends MessageVerdict {
  readonly carried: Readonly<Record<string, MessageVerdict>>;
}

/** Whether a resolver did not answer, so that asking again may say more. */
export function isUnasked(verdict: MailVerdict): boolean {
  return [verdict, ...Object.values(verdict.carried)].some(
    ({ result, signatures }) => result !== "pass" && signatures.some(({ unasked }) => unasked),
  );
}
