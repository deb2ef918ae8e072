// A browser's tab without scripts, over the whole Worker: it keeps every cookie by name, follows
// redirects as browsers do, and says where its requests come from. It has a client address of its
// own, so that nobody else's attempts count against it.

import { env, exports } from "cloudflare:workers";
import { must } from "../../../src/platform/assert.ts";
import { newEmail, PASSWORD } from "../../oauth/visitor.ts";
import { unusedNumbers } from "../../oauth/numbers.ts";

export const ORIGIN = "http://localhost";

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where the tab ended up. */
  readonly path: string;
  /** Every address on the way, redirects included, in order. */
  readonly trail: readonly string[];
}

const REDIRECTS_MAX = 12;
let tabs = 0;

export class Tab {
  readonly cookies: Map<string, string>;
  readonly #address: string;
  /** What each request of a redirect is answered with first, if anything: stands for another site. */
  elsewhere: (url: URL) => Response | null = () => null;

  constructor(cookies: ReadonlyMap<string, string> = new Map()) {
    tabs += 1;
    this.cookies = new Map(cookies);
    this.#address = `2001:db8:1:${tabs.toString(16)}::1`;
  }

  /** Opens an address that was typed in, and follows where it leads. */
  open(path: string): Promise<Page> {
    return this.#follow("GET", path, null, "none");
  }

  /** Sends a form of our own page, and follows where it leads. */
  submit(path: string, fields: Record<string, string> = {}): Promise<Page> {
    return this.#follow("POST", path, new URLSearchParams(fields), "same-origin");
  }

  /** One request, no redirect followed. */
  async ask(
    method: string,
    path: string,
    body: BodyInit | null = null,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const url = new URL(path, ORIGIN);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = {
      "cf-connecting-ip": this.#address,
      "sec-fetch-site": "same-origin",
      "user-agent": "Mozilla/5.0 Firefox/145.0",
      ...(cookie !== "" && { cookie }),
      ...headers,
    };
    const response = await exports.default.fetch(
      new Request(url, { method, body, headers: all, redirect: "manual" }),
    );
    for (const text of response.headers.getSetCookie()) this.#keep(text);
    return response;
  }

  /** Somebody new, with a first budget; where signing up led. */
  async signUp(budget = "Household"): Promise<Page> {
    await unusedNumbers();
    return this.submit("/sign-up", {
      email: newEmail(),
      name: "Ada Example",
      password: PASSWORD,
      budget,
      currency: "eur",
    });
  }

  async #follow(
    method: string,
    path: string,
    form: URLSearchParams | null,
    site: string,
  ): Promise<Page> {
    const trail: string[] = [];
    let [url, verb, body] = [new URL(path, ORIGIN), method, form];
    for (let count = 0; count < REDIRECTS_MAX; count += 1) {
      trail.push(`${verb} ${url.pathname}`);
      const response =
        this.elsewhere(url) ?? (await this.ask(verb, url.href, body, { "sec-fetch-site": site }));
      const location = response.headers.get("location");
      if (response.status !== 303 || location === null) {
        return {
          status: response.status,
          headers: response.headers,
          text: await response.text(),
          path: url.pathname + url.search,
          trail,
        };
      }
      await response.body?.cancel();
      [url, verb, body] = [new URL(location, url), "GET", null];
    }
    throw new Error(`the tab is sent in circles: ${trail.join(" > ")}`);
  }

  #keep(text: string): void {
    const [pair = "", ...attributes] = text.split("; ");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Somebody who has signed up and is connected to their own budget. */
export async function connectedPerson(
  budget = "Household",
): Promise<{ tab: Tab; connection: string; user: string }> {
  const tab = new Tab();
  const page = await tab.signUp(budget);
  if (page.status !== 200)
    throw new Error(`signing up led to ${page.status} at ${page.path}: ${page.text.slice(0, 400)}`);
  return { tab, ...(await sessionOfTab(tab)) };
}

/** The tab's person and current connection, from their own object. */
export async function sessionOfTab(tab: Tab): Promise<{ connection: string; user: string }> {
  const [, user = "", secret = ""] = (tab.cookies.get("tributary_session") ?? "").split("_");
  const facts = must(await env.USER.getByName(user).session(secret), "the tab is signed in");
  return { user, connection: must(facts.connection, "the tab's person is connected") };
}
