// A person's browser without scripts, across sites: it keeps cookies by host and path, whatever the port, follows
// redirects itself, and remembers every address it was sent to.

const REDIRECTS_MAX = 20;

export interface Shown {
  readonly status: number;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

/** Where a browser is to stop instead of going there. */
export type Stop = (url: URL) => boolean;

let visitors = 0;

export class Visitor {
  /** Every address that was asked for, the newest last. */
  readonly trail: URL[] = [];
  #cookies: Cookie[] = [];
  readonly #address: string;

  constructor() {
    visitors += 1;
    this.#address = `10.${(process.pid >> 8) % 256}.${visitors >> 8}.${visitors % 256}`;
  }

  /** Opens an address and follows where it leads. */
  async open(address: string | URL, stop?: Stop): Promise<Shown> {
    return this.#follow(new URL(address), undefined, "none", stop);
  }

  /** Sends a form from a page of the same site, and follows where it leads. */
  async send(
    address: string | URL,
    fields: Record<string, string> | URLSearchParams = {},
    stop?: Stop,
  ): Promise<Shown> {
    return this.#follow(new URL(address), new URLSearchParams(fields), "same-origin", stop);
  }

  /** Sends the form of a page that leads to this path, with what is hidden in it. */
  async submit(
    shown: Shown,
    action: string,
    fields: Record<string, string> = {},
    stop?: Stop,
  ): Promise<Shown> {
    return this.send(
      new URL(action, shown.url),
      { ...hiddenFields(shown.text, action), ...fields },
      stop,
    );
  }

  /** A call of the Worker's interface with the cookies of this browser. */
  async call(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const headers = {
      ...this.#headers(url, "same-origin"),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    this.#keep(url, response.headers);
    return response;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** All names and values that are kept, for tests that take some from one browser to another. */
  get cookies(): readonly Cookie[] {
    return this.#cookies;
  }

  setCookies(cookies: readonly Cookie[]): void {
    this.#cookies = [...cookies];
  }

  async #follow(
    start: URL,
    form: URLSearchParams | undefined,
    site: string,
    stop: Stop | undefined,
  ): Promise<Shown> {
    let url = start;
    let body = form;
    let from = site;
    for (let hop = 0; hop < REDIRECTS_MAX; hop += 1) {
      if (stop?.(url) === true) return { status: 0, url, headers: new Headers(), text: "" };
      this.trail.push(url);
      const response = await fetch(url, {
        redirect: "manual",
        headers: this.#headers(url, from),
        ...(body !== undefined && { method: "POST", body }),
      });
      this.#keep(url, response.headers);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) {
        return {
          status: response.status,
          url,
          headers: response.headers,
          text: await response.text(),
        };
      }
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.origin !== url.origin) from = "cross-site";
      if (response.status < 307) body = undefined;
      url = next;
    }
    throw new Error(`More than ${REDIRECTS_MAX} redirects, the last to ${url.pathname}`);
  }

  #headers(url: URL, site: string): Record<string, string> {
    const mine = this.#cookies.filter(
      ({ host, path }) => host === url.hostname && isBelow(url.pathname, path),
    );
    const cookie = mine.map(({ name, value }) => `${name}=${value}`).join("; ");
    return {
      "cf-connecting-ip": this.#address,
      "sec-fetch-site": site,
      ...(cookie !== "" && { cookie }),
    };
  }

  #keep(url: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const [name = "", ...rest] = pair.split("=");
      const attribute = (wanted: string) =>
        attributes
          .find((text) => text.toLowerCase().startsWith(`${wanted}=`))
          ?.slice(wanted.length + 1);
      const path = attribute("path") ?? "/";
      const expires = attribute("expires");
      const gone =
        attribute("max-age") === "0" ||
        (expires !== undefined && Date.parse(expires) <= Date.now());
      this.#cookies = this.#cookies.filter(
        (old) => old.host !== url.hostname || old.name !== name || old.path !== path,
      );
      if (!gone) this.#cookies.push({ host: url.hostname, path, name, value: rest.join("=") });
    }
  }
}

/** The hidden fields of the page's form with this action. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const forms = html
    .split("<form")
    .slice(1)
    .map((part) => part.split("</form>")[0] ?? "");
  const form = forms.find(
    (text) => decoded(/ action="([^"]*)"/.exec(text)?.[1] ?? "").split("?")[0] === action,
  );
  if (form === undefined)
    throw new Error(
      `There is no form to ${action} on the page: ${html.replace(/<[^>]*>/g, " ").slice(0, 500)}`,
    );
  const found = [...form.matchAll(/<input [^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes('type="hidden"'));
  return Object.fromEntries(
    found.map((input) => [attributeOf(input, "name"), attributeOf(input, "value")]),
  );
}

/** A page's words. */
export function wordsOf(html: string): string {
  return decoded((html.split("<main")[1] ?? html).replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
}

function attributeOf(tag: string, name: string): string {
  return decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function decoded(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
