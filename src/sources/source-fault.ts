// Why a source could not be read: the kinds of fault that readers report instead of throwing.

export interface SourceFault {
  readonly kind:
    /** No connection, a name that does not resolve, a server's fault (5xx). Tried again later. */
    | "unreachable"
    | "slow"
    | "too large"
    /** 429, or 503 with Retry-After. */
    | "limited"
    /** The credentials are not valid, or no longer: a person has to authorise again. */
    | "refused"
    /** The requested account, path or row does not exist. */
    | "gone"
    /** The answer breaks the protocol; the message says what was found and expected, and where. */
    | "malformed"
    /** An address that is never requested. */
    | "forbidden address";
  /** For a person; never holds a credential or an address's query. */
  readonly message: string;
  /** Milliseconds to wait by the server's Retry-After; null if it sends none. */
  readonly retryAfter: number | null;
}
