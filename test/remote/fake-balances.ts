// The balances of the fake service's accounts and their history. A balance is what was put last;
// transactions do not move it.

/** What is stored of an account. */
export interface FakeBalance {
  balance: string;
  as_of: string;
  months: { id: number; month: string; balance: string }[];
}

export type FakeBalances = Record<string, FakeBalance>;

const ACCOUNT = {
  name: "Checking",
  display_name: "Checking",
  type: "cash",
  currency: "usd",
  status: "active",
  created_at: "2026-01-01T00:00:00.000Z",
};

/** The answer to a call about a balance; null for any other call. */
export function serveBalance(
  balances: FakeBalances,
  method: string,
  url: URL,
  body: string,
): { readonly status: number; readonly json: unknown } | null {
  const [, part, id = ""] =
    /^\/v2\/(manual_accounts|balance_history\/manual)\/([12])$/.exec(url.pathname) ?? [];
  if (part === undefined) return null;
  const kept = (balances[id] ??= { balance: "0.0000", as_of: ACCOUNT.created_at, months: [] });
  if (part === "manual_accounts") {
    if (method === "PUT") Object.assign(kept, asPut(JSON.parse(body)));
    return {
      status: 200,
      json: { id: Number(id), ...ACCOUNT, balance: kept.balance, balance_as_of: kept.as_of },
    };
  }
  if (method === "PUT")
    for (const item of JSON.parse(body).balances)
      kept.months = [
        ...kept.months.filter(({ month }) => month !== item.month),
        { id: kept.months.length + 1, ...item },
      ];
  const entries = kept.months.map((entry) => ({ type: "historical", currency: "usd", ...entry }));
  return {
    status: 200,
    json: {
      balance_history: [
        { source: { type: "manual", manual_account_id: Number(id) }, balances: entries },
      ],
    },
  };
}

function asPut({
  balance,
  balance_as_of: asOf,
}: {
  balance: string;
  balance_as_of: string;
}): Partial<FakeBalance> {
  return { balance, as_of: asOf };
}
