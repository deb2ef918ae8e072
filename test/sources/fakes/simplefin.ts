// A SimpleFIN server, from the public description of the protocol (versions 1 and 2). In tests its
// answers are asked for directly; by hand it listens on loopback: node
// test/sources/fakes/simplefin.ts [port]. Faults are switched on a field each, by hand with POST
// /fault?<field>=<value>, as {"status": 429} or version=1.

export interface FakeTransaction {
  id: string;
  posted: number;
  amount: unknown;
  description: string;
  payee?: string;
  memo?: string;
  transacted_at?: number;
  pending?: boolean;
}

export interface FakeAccount {
  id: string;
  name: string;
  /** The connection's id. */
  conn: string;
  currency: string;
  balance: unknown;
  "available-balance"?: unknown;
  "balance-date": unknown;
  transactions: FakeTransaction[];
}

export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | null;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const DAY_SECONDS = 86_400;
const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

/** A household's two accounts at one bank, seen on `today`. */
export function household(today: string): FakeAccount[] {
  const now = secondsOf(today);
  const ago = (days: number) => now - days * DAY_SECONDS;
  return [
    {
      id: "ACT-everyday",
      name: "Everyday (4321)",
      conn: "CON-alpine",
      currency: "USD",
      balance: "1250.50",
      "available-balance": "1200.00",
      "balance-date": now,
      transactions: [
        {
          id: "TRN-1",
          posted: ago(5),
          amount: "-4.50",
          description: "CORNER CAFE 0042",
          payee: "Corner Cafe",
          memo: "card 4321",
          transacted_at: ago(6),
        },
        { id: "TRN-2", posted: ago(3), amount: "2000.00", description: "SALARY ACME" },
        {
          id: "TRN-3",
          posted: 0,
          amount: "-12.00",
          description: "PENDING GROCER",
          pending: true,
          transacted_at: ago(1),
        },
      ],
    },
    {
      id: "ACT-card",
      name: "Card",
      conn: "CON-alpine",
      currency: "USD",
      balance: "-88.10",
      "balance-date": now,
      transactions: [{ id: "TRN-1", posted: ago(2), amount: "-88.10", description: "GARAGE" }],
    },
  ];
}

export class FakeSimplefin {
  origin = "https://bridge.example";
  readonly user = "planted-user";
  readonly password = "planted-p:ss/word";
  accounts: FakeAccount[];
  connections: { conn_id: string; name: string }[] = [
    { conn_id: "CON-alpine", name: "Alpine Bank" },
  ];
  /** 2, or 1: "errors" and "org". */
  version = 2;
  errors: { code: string; msg: string; conn_id?: string; account_id?: string }[] = [];
  /** Answers every request with it in place of what was asked for. */
  status: number | null = null;
  retryAfter: string | null = null;
  /** Answers GET /accounts with this text. */
  malformed: string | null = null;
  revoked = false;
  /** The claim is taken, and its answer lost. */
  losesClaim = false;
  claimed = false;
  /** Each GET /accounts, by its query. */
  readonly asked: string[] = [];
  readonly #setup = "planted-setup";

  constructor(accounts: FakeAccount[] = household("2026-11-20")) {
    this.accounts = accounts;
  }

  get setupToken(): string {
    return btoa(`${this.origin}/simplefin/claim/${this.#setup}`);
  }

  get accessUrl(): string {
    return `${this.origin.replace("://", `://${this.user}:${encodeURIComponent(this.password)}@`)}/simplefin`;
  }

  answer({ method, url, authorization }: FakeRequest): FakeAnswer {
    if (this.status !== null)
      return {
        status: this.status,
        headers: this.retryAfter === null ? {} : { "retry-after": this.retryAfter },
        body: "",
      };
    if (method === "GET" && url.pathname === "/simplefin/info")
      return json(200, { versions: ["1.0", "2.0"] });
    if (method === "POST" && url.pathname === `/simplefin/claim/${this.#setup}`)
      return this.#claim();
    if (method === "POST" && url.pathname.startsWith("/simplefin/claim/"))
      return { status: 403, body: "Forbidden" };
    if (method === "GET" && url.pathname === "/simplefin/accounts")
      return this.#accounts(url, authorization);
    return { status: 404, body: "" };
  }

  #claim(): FakeAnswer {
    if (this.claimed) return { status: 403, body: "Forbidden" };
    this.claimed = true;
    return this.losesClaim ? { status: 599, body: "" } : { status: 200, body: this.accessUrl };
  }

  #accounts({ searchParams: query, search }: URL, authorization: string | null): FakeAnswer {
    this.asked.push(search);
    const good = `Basic ${btoa(`${this.user}:${this.password}`)}`;
    if (this.revoked || authorization !== good) return { status: 403, body: "Forbidden" };
    if (this.malformed !== null) return { status: 200, body: this.malformed };
    const [start, end] = [
      Number(query.get("start-date") ?? 0),
      Number(query.get("end-date") ?? Infinity),
    ];
    if (end - start > 90 * DAY_SECONDS && query.has("start-date"))
      return json(200, {
        errlist: [{ code: "gen.api", msg: "Requested range exceeds 90 days" }],
        errors: [],
        connections: [],
        accounts: [],
      });
    const only = query.getAll("account");
    const listed = this.accounts
      .filter(({ id }) => only.length === 0 || only.includes(id))
      .map(({ conn, transactions, ...facts }) => {
        const within = transactions.filter((one) =>
          isPending(one) ? query.get("pending") === "1" : one.posted >= start && one.posted < end,
        );
        const org =
          this.version === 1
            ? {
                org: {
                  name: this.connections.find(({ conn_id }) => conn_id === conn)?.name,
                  domain: "alpine.example",
                  "sfin-url": this.origin,
                },
              }
            : { conn_id: conn };
        return {
          ...facts,
          ...org,
          ...(query.get("balances-only") === "1" ? {} : { transactions: within }),
        };
      });
    return this.version === 1
      ? json(200, { errors: this.errors.map(({ msg }) => msg), accounts: listed })
      : json(200, { errlist: this.errors, connections: this.connections, accounts: listed });
  }
}

function isPending(one: FakeTransaction): boolean {
  return one.pending === true || one.posted === 0;
}

function json(status: number, body: unknown): FakeAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Listens on loopback until it is stopped. */
export async function listen(
  fake: FakeSimplefin,
  port: number,
): Promise<{ origin: string; stop: () => void }> {
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", fake.origin);
    if (request.method === "POST" && url.pathname === "/fault") {
      for (const [field, value] of url.searchParams)
        Object.assign(fake, { [field]: value === "" ? null : JSON.parse(value) });
      response.end("set\n");
      return;
    }
    const {
      status,
      headers = {},
      body,
    } = fake.answer({
      method: request.method ?? "GET",
      url,
      authorization: request.headers.authorization ?? null,
    });
    // A status that no server gives: the connection breaks.
    if (status === 599) response.destroy();
    else response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  fake.origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}`;
  return { origin: fake.origin, stop: () => server.close() };
}

if (globalThis.process?.argv?.[1]?.endsWith("fakes/simplefin.ts") === true) {
  const fake = new FakeSimplefin(household(new Date().toISOString().slice(0, 10)));
  const { origin } = await listen(fake, Number(process.argv[2] ?? 8799));
  process.stdout.write(
    `SimpleFIN on ${origin}\nsetup token: ${fake.setupToken}\naccess URL:  ${fake.accessUrl}\n`,
  );
}
