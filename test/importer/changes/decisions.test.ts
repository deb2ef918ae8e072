// Imports and matches in the journal: each is one entry with one sentence, undone as one step, and
// what is undone is proposed again.

import { afterEach, expect, test } from "vitest";
import type { ShownAnswer, ShownChange, ShownDetail } from "../../../src/importer/changes/wire.ts";
import type { SuggestedTransfer } from "../../../src/importer/matching/transfers.ts";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { bindings } from "../../budget/client.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";
import { bring, post } from "../inbox/driver.ts";
import { held, importFile, RECEIPT, settled, STATEMENT } from "../inbox/match/budget.ts";
import { api, csv, done, listed, rest, send, service, transfersOf } from "../posting/driver.ts";

afterEach(() => reset());

const journal = async () => (await api<{ changes: ShownChange[] }>("/changes")).changes;
const undo = (id: number | undefined) => api<ShownAnswer>(`/changes/${id}/undo`, "POST", {});
const states = async (run: string) => (await transfersOf(run)).map(({ state }) => state);

test("imports, and transfers that are accepted at once or refused, are entries; each undo opens them again, and an import is undone by its own undo", async () => {
  const first = await send(
    csv(
      ["2026-03-13", "To savings", "-500.00"],
      ["2026-03-20", "To savings", "-70.00"],
      ["2026-03-21", "Salary", "2100.00"],
    ),
    "Checking",
  );
  const second = await send(
    csv(
      ["2026-03-16", "From checking", "500.00"],
      ["2026-03-23", "From checking", "70.00"],
      ["2026-03-26", "Fee", "-2.00"],
    ),
    "Savings",
  );
  const facts = async () => (await listed()).map((one) => ({ ...one, updated_at: "" }));
  const before = await facts();
  const imported = await journal();
  expect(imported).toMatchObject([
    { sentence: expect.stringMatching(/^Imported 3 transactions from .+ into Savings$/) },
    { import: first.id, state: "done", can_undo: true, cannot_undo: null },
  ]);
  const suggested = await transfersOf(second.id);
  const records = suggested.map(({ n }) => ({
    kind: "transfer",
    id: n,
    was: { decision: "open" },
    set: { decision: "accepted" },
  }));
  const accepted = await api<ShownAnswer>("/changes", "POST", { key: "all", records });
  expect(accepted).toMatchObject({
    change: { sentence: "2 transfers accepted", state: "done" },
    record_refused: [],
    record_conflicts: [],
  });
  expect(await states(second.id)).toEqual(["accepted", "accepted"]);
  expect((await listed()).filter((one) => one.is_group_parent)).toMatchObject([
    { payee: "Transfer from Checking to Savings" },
    { payee: "Transfer from Checking to Savings" },
  ]);
  const undone = await undo(accepted.change.id);
  expect(undone.change).toMatchObject({ sentence: "Undo: 2 transfers accepted", state: "done" });
  expect(await states(second.id)).toEqual(["suggested", "suggested"]);
  expect(await facts()).toEqual(before);
  await undo(undone.change.id);
  expect(await states(second.id)).toEqual(["accepted", "accepted"]);
  await undo((await journal())[0]?.id);
  const [one] = suggested;
  const path = `/imports/${second.id}/transfers/${one?.n}`;
  await done<SuggestedTransfer>(`${path}/dismiss`);
  await done<SuggestedTransfer>(`${path}/dismiss`);
  const [refused, previous] = await journal();
  expect(refused?.sentence).toBe(
    "Transfer of 500.00 USD from Checking to Savings refused: no transfer",
  );
  expect(previous?.sentence).toBe("Undo: 2 transfers accepted");
  await undo(refused?.id);
  expect(await states(second.id)).toEqual(["suggested", "suggested"]);

  await undo(imported[0]?.id);
  expect(await rest(second.id)).toMatchObject({ state: "undone" });
  const [last] = await journal();
  expect(last).toMatchObject({
    sentence: `Undo: ${imported[0]?.sentence}`,
    undoes: imported[0]?.id,
    can_undo: false,
    cannot_undo: expect.stringContaining("import the file again"),
  });
  expect((await api<ShownDetail>(`/changes/${imported[0]?.id}`)).change.state).toBe("undone");
  expect(await listed()).toHaveLength(3);
});

test("a receipt that is matched, or is not one of the transactions, is an entry; its undo asks again what was asked", async () => {
  const row = "10/20/2026,10/22/2026,4417,TIDEWATER";
  const other =
    "10/21/2026,10/23/2026,4417,TIDEWATER TEA AND BOOKS PORTSMOUTH,Shopping,Purchase,40.77";
  await importFile(STATEMENT.replace(row, `${other}\n${row}`), "account=Credit%20Card");
  const { id } = await bring(RECEIPT);
  await settled(id);
  await post(`/api/inbox/${id}/import`, { currency: "usd", mode: "wait" });
  const asked = await settled(id);
  const ids = (asked.match?.candidates ?? []).flatMap(({ transactions }) => transactions);
  expect(asked).toMatchObject({ state: "review", reason: "several_matches" });
  const before = await held("40.7700");
  const matched = await post(`/api/inbox/${id}/match`, { transaction_id: ids[0] });
  expect(matched.status).toBe(200);
  expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: ids[0] });
  const [entry] = await journal();
  expect(entry).toMatchObject({
    sentence: expect.stringMatching(/^Receipt of .+, 40\.77 USD matched$/),
    can_undo: true,
  });
  const enriched = await service<{ notes: string }>(`/transactions/${ids[0]}`);
  const undone = await undo(entry?.id);
  expect([undone.record_refused, undone.record_conflicts]).toEqual([[], []]);
  const again = await settled(id);
  expect(again).toMatchObject({ state: "review", reason: "several_matches", match: asked.match });
  expect(await held("40.7700")).toEqual(before);

  await undo(undone.change.id);
  expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: ids[0] });
  // Somebody adds to the receipt's note: the undo removes the receipt's line alone, and says so.
  const notes = `${enriched.notes}\nfor Grandma`;
  await service(`/transactions/${ids[0]}`, "PUT", { notes });
  expect((await undo((await journal())[0]?.id)).record_conflicts).toMatchObject([
    { kind: "receipt", field: "notes", now: "for Grandma", set: null },
  ]);
  expect(await settled(id)).toMatchObject({ match: asked.match });
  expect(await service(`/transactions/${ids[0]}`)).toMatchObject({ notes: "for Grandma" });
  await post(`/api/inbox/${id}/match`, { transaction_id: ids[0], is_it: false });
  const [refused] = await journal();
  expect(refused?.sentence).toMatch(/ not matched: another transaction$/);
  // The only one that is left is matched by itself, which the undo leaves and names.
  expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: ids[1] });
  expect(await undo(refused?.id)).toMatchObject({
    change: { count: 0 },
    record_conflicts: [{ kind: "receipt", field: "decision", was: "refused", now: "accepted" }],
  });
});

test("all receipts with one possible transaction are matched by one form, as one entry, and are asked again after its undo", async () => {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  await importFile(STATEMENT, "account=Credit%20Card");
  const { id } = await bring(RECEIPT);
  await settled(id);
  await post(`/api/inbox/${id}/import`, { currency: "usd", mode: "wait" });
  await settled(id);
  // A match that was taken back is proposed when it is looked for again, and never made by itself.
  await post(`/api/inbox/${id}/undo`, {});
  await settled(id);
  await post(`/api/inbox/${id}/look`, {});
  const asked = await settled(id);
  const ticks = async () =>
    [
      ...(await visitor.get("/inbox/matches")).text.matchAll(/name="match"[^>]*? value="([^"]+)"/g),
    ].map(([, value]) => value ?? "");
  const [tick = "", second] = await ticks();
  expect([asked.state, tick.split(" ")[0], second]).toEqual(["review", id, undefined]);

  const none = await visitor.post("/inbox/matches", { key: "none" });
  const matched = await visitor.post("/inbox/matches", { key: "all", match: tick });
  const address = matched.headers.get("location") ?? "";
  expect([none.status, matched.status, address]).toEqual([
    400,
    303,
    expect.stringMatching(/^\/changes\/\d+$/),
  ]);
  expect(await settled(id)).toMatchObject({ state: "matched" });
  expect((await journal())[0]?.sentence).toMatch(/^Receipt of .+ matched$/);
  expect(await ticks()).toEqual([]);
  await visitor.post(`${address}/undo`, { key: "undo" });
  expect(await settled(id)).toMatchObject({ state: "review" });
  expect(await ticks()).toEqual([tick]);
});
