// A resolver that speaks DNS over HTTPS in its JSON form, for names made up. By hand: node test/sources/fakes/dns.ts

import { byHand, faulty, writeJson, type Handler } from "./faults.ts";

type Data = string | { readonly alias: string };
interface Zone {
  readonly A?: readonly Data[];
  readonly AAAA?: readonly Data[];
  readonly status?: number;
  readonly truncated?: boolean;
  /** The status of the answer for AAAA alone. */
  readonly status6?: number;
}

const GOOD = ["93.184.215.14"];
const GOOD_6 = ["2606:2800:21f:cb07::1"];

export const ZONES: Readonly<Record<string, Zone>> = {
  "public.example": { A: GOOD, AAAA: GOOD_6 },
  "four.example": { A: GOOD },
  "six.example": { AAAA: GOOD_6 },
  "aliased.example": { A: [{ alias: "cdn.example." }, ...GOOD] },
  "private.example": { A: ["10.0.0.1"] },
  "mixed.example": { A: [...GOOD, "192.168.0.1"] },
  "last.example": {
    A: [...Array.from({ length: 15 }, (_, index) => `93.184.215.${index}`), "127.0.0.1"],
  },
  "six-private.example": { A: GOOD, AAAA: ["fd00:ec2::254"] },
  "mapped.example": { A: GOOD, AAAA: ["::ffff:169.254.169.254"] },
  "alias-inside.example": { A: [{ alias: "db.corp." }, ...GOOD] },
  "metadata.example": { A: ["169.254.169.254"] },
  "zero.example": { A: ["0.0.0.0"] },
  "odd.example": { A: ["0177.0.0.1"] },
  "many.example": { A: Array.from({ length: 40 }, (_, index) => `93.184.215.${index}`) },
  "truncated.example": { A: GOOD, truncated: true },
  "half-known.example": { A: GOOD, status6: 2 },
  "failing.example": { status: 2 },
  "nothing.example": {},
  "unknown.example": { status: 3 },
  "alias-only.example": { A: [{ alias: "cdn.example." }] },
};
const TYPES = { A: 1, AAAA: 28 } as const;
const CNAME = 5;

export const dns: Handler = faulty((_, response, url) => {
  const name = url.searchParams.get("name") ?? "";
  const type = url.searchParams.get("type") === "AAAA" ? "AAAA" : "A";
  const zone = ZONES[name] ?? { status: 3 };
  const answer = (zone[type] ?? []).map((data) =>
    typeof data === "string"
      ? { name, type: TYPES[type], TTL: 60, data }
      : { name, type: CNAME, TTL: 60, data: data.alias },
  );
  const status = (type === "AAAA" ? zone.status6 : undefined) ?? zone.status ?? 0;
  writeJson(
    response,
    JSON.stringify({
      Status: status,
      TC: zone.truncated ?? false,
      ...(answer.length > 0 ? { Answer: answer } : {}),
    }),
  );
});

if (import.meta.main) await byHand("dns", dns, 8805, ["/dns-query?name=mixed.example&type=A"]);
