// The resolver of domains' keys. In production a `ResolveTxt` is DNS over HTTPS (RFC 8484's JSON
// form, which public resolvers share). It is the only request that a message can cause. It asks for
// a name of the form <selector>._domainkey.<domain> and sends nothing of the message; its answer is
// bounded.

import {
  DNS_ANSWER_BYTES_MAX,
  DNS_CACHE_MAX,
  DNS_CACHE_MS_MAX,
  DNS_RECORDS_MAX,
  DNS_TIMEOUT_MS,
} from "../../platform/limits.ts";
import * as z from "zod";

export type TxtAnswer =
  /** Each record with its strings joined. */
  | { readonly kind: "records"; readonly records: readonly string[] }
  /** The name has no record. */
  | { readonly kind: "none" }
  /** No resolver answered. */
  | { readonly kind: "unavailable"; readonly why: string };

export type ResolveTxt = (name: string) => Promise<TxtAnswer>;

/** The resolver if none is configured. */
export const NO_RESOLVER: ResolveTxt = async () => ({
  kind: "unavailable",
  why: "no resolver is configured (MAIL_DNS_URL)",
});

const answerSchema = z.object({
  Status: z.int(),
  Answer: z
    .array(z.object({ type: z.int(), TTL: z.number().nonnegative().optional(), data: z.string() }))
    .optional(),
});

interface Cached {
  readonly answer: TxtAnswer;
  readonly until: number;
}

/**
 * Asks the resolver at `address`. Answers are cached for their TTL, an hour at most. It never
 * throws.
 */
export function dnsOverHttps(
  address: string,
  ask: (url: string, init: RequestInit) => Promise<Response>,
  now: () => number,
): ResolveTxt {
  const cache = new Map<string, Cached>();
  return async (name) => {
    const known = cache.get(name);
    if (known !== undefined && known.until > now()) return known.answer;
    const { answer, seconds } = await askResolver(address, name, ask);
    if (answer.kind === "unavailable") return answer;
    const [oldest] = cache.keys();
    if (cache.size >= DNS_CACHE_MAX && oldest !== undefined) cache.delete(oldest);
    cache.set(name, { answer, until: now() + Math.min(seconds * 1000, DNS_CACHE_MS_MAX) });
    return answer;
  };
}

async function askResolver(
  address: string,
  name: string,
  ask: (url: string, init: RequestInit) => Promise<Response>,
): Promise<{ answer: TxtAnswer; seconds: number }> {
  const unavailable = (why: string) => ({
    answer: { kind: "unavailable", why } as const,
    seconds: 0,
  });
  try {
    const url = new URL(address);
    url.searchParams.set("name", name);
    url.searchParams.set("type", "TXT");
    const response = await ask(url.href, {
      headers: { accept: "application/dns-json" },
      redirect: "manual",
      signal: AbortSignal.timeout(DNS_TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return unavailable(`the resolver answered ${response.status}`);
    }
    const text = await readBounded(response);
    const read = text === null ? null : answerSchema.safeParse(JSON.parse(text));
    if (read === null || !read.success)
      return unavailable("the resolver's answer could not be read");
    return (
      readAnswer(read.data) ?? unavailable(`the resolver answered with status ${read.data.Status}`)
    );
  } catch {
    return unavailable("the resolver could not be reached");
  }
}

const TXT = 16;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
const NONE_SECONDS = 60;

function readAnswer({
  Status,
  Answer = [],
}: z.infer<typeof answerSchema>): { answer: TxtAnswer; seconds: number } | null {
  if (Status !== NO_ERROR && Status !== NO_SUCH_NAME) return null;
  const texts = Answer.filter(({ type }) => type === TXT).slice(0, DNS_RECORDS_MAX);
  if (texts.length === 0) return { answer: { kind: "none" }, seconds: NONE_SECONDS };
  return {
    answer: { kind: "records", records: texts.map(({ data }) => joinStrings(data)) },
    seconds: Math.min(...texts.map(({ TTL = 0 }) => TTL)),
  };
}

/**
 * Joins a record's strings: `"v=DKIM1; k=rsa; p=MII" "BIj"`. Some resolvers leave out the quotes.
 */
export function joinStrings(data: string): string {
  if (!data.startsWith('"')) return data;
  let text = "";
  let within = false;
  for (let at = 0; at < data.length; at += 1) {
    const character = data[at] ?? "";
    if (character === '"') within = !within;
    else if (within && character === "\\") {
      const code = /^\d{3}/.exec(data.slice(at + 1, at + 4))?.[0];
      text += code === undefined ? (data[at + 1] ?? "") : String.fromCharCode(Number(code));
      at += code === undefined ? 1 : 3;
    } else if (within) text += character;
  }
  return text;
}

async function readBounded(response: Response): Promise<string | null> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let [text, bytes] = ["", 0];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.byteLength;
    if (bytes > DNS_ANSWER_BYTES_MAX) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}
