// A browser without scripts, over the whole Worker: it keeps the session's cookie, says where its forms come from,
// and has a client address of its own, so that nobody else's attempts count against it.

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { http } from "../../src/http/app.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { SESSION_COOKIE } from "../../src/oauth/sign-in/session.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { freshAddress } from "./network.ts";
import { unusedNumbers } from "./numbers.ts";
import { PASSWORD } from "./visitor-password.ts";

export { PASSWORD };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export class Visitor {
  /** Every cookie by name. */
  readonly cookies = new Map<string, string>();
  readonly #address: string;

  constructor(address = freshAddress()) {
    this.#address = address;
  }

  /** The session's cookie as a request carries it; "" for none. */
  get cookie(): string {
    const session = this.cookies.get(SESSION_COOKIE);
    return session === undefined ? "" : `${SESSION_COOKIE}=${session}`;
  }

  set cookie(text: string) {
    if (text === "") this.cookies.delete(SESSION_COOKIE);
    else this.cookies.set(SESSION_COOKIE, text.slice(text.indexOf("=") + 1));
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask(new Request(`http://localhost${path}`, { headers: this.#headers(headers) }));
  }

  async post(
    path: string,
    fields: Record<string, string> | URLSearchParams | FormData = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.#ask(
      new Request(`http://localhost${path}`, {
        method: "POST",
        body,
        headers: this.#headers({ "sec-fetch-site": "same-origin", ...headers }),
      }),
    );
  }

  /** Signs up with an address nobody has yet, unless told one. */
  async signUp(email: string, fields: Record<string, string> = {}): Promise<Answer> {
    await unusedNumbers();
    return this.post("/sign-up", {
      email,
      name: "Ada Example",
      password: PASSWORD,
      budget: "Household",
      currency: "eur",
      ...fields,
    });
  }

  async signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.post("/sign-in", { email, password });
  }

  #headers(more: Record<string, string>): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      "cf-connecting-ip": this.#address,
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
      ...(cookie !== "" && { cookie }),
      ...more,
    };
  }

  async #ask(request: Request): Promise<Answer> {
    const response = await http.fetch(request, env, createExecutionContext());
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (set.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

let people = 0;

/** An address nobody has signed up with. */
export function newEmail(): string {
  people += 1;
  return `person-${people}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** Somebody who has just signed up. */
export async function someone(
  fields: Record<string, string> = {},
): Promise<{ visitor: Visitor; email: string }> {
  const visitor = new Visitor();
  const email = newEmail();
  const answer = await visitor.signUp(email, fields);
  if (answer.status !== 303) throw new Error(`sign-up refused: ${answer.status} ${answer.text}`);
  return { visitor, email };
}

/** Works on a person's own database. */
export async function inUser<T>(
  email: string,
  work: (sql: Sql, storage: DurableObjectStorage) => T | Promise<T>,
): Promise<T> {
  const stub = env.USER.getByName(await getUserObjectName(email));
  return runInDurableObject(stub, (_, state) => work(new Sql(state.storage), state.storage));
}

/** The text of the element with this id. */
export function textOf(html: string, id: string): string {
  return new RegExp(` id="${id}">([^<]*)<`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

/** What GET /v2/me answers to a token. */
export async function me(
  token: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const request = new Request("http://localhost/v2/me", {
    headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": `me-${crypto.randomUUID()}` },
  });
  const response = await http.fetch(request, env, createExecutionContext());
  return { status: response.status, body: await response.json() };
}
