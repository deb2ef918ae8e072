// Why a source could not be read: the kinds of fault that readers report instead of throwing.

/** Why a source gave nothing that can be believed. */
export interface SourceFault {
  readonly kind:
    /** No answer: no connection, a name that does not resolve, a server's fault (5xx). Asked again later. */
    | "unreachable"
    | "slow"
    | "too large"
    /** 429, or 503 with Retry-After. */
    | "limited"
    /** The credentials are not, or no longer, good: a person has to authorise anew. */
    | "refused"
    /** What was asked for is not there: an account, a path, a row. */
    | "gone"
    /** An answer that is not what the protocol says; the message says what, where, and what was expected. */
    | "malformed"
    /** An address that is never asked. */
    | "forbidden address";
  /** For a person; never holds a credential or an address's query. */
  readonly message: string;
  /** Milliseconds the server asks to be left alone for; null where it does not say. */
  readonly retryAfter: number | null;
}
