// The page of one transaction over the whole Worker with its own service: the actions besides
// changing its fields, and their results. Expected values are those inserted.

import { afterEach, beforeEach, expect, test } from "vitest";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { accountId, bindings, callOwn, categoryId, get, insert } from "../../budget/client.ts";
import { csv, send, transfersOf } from "../../importer/posting/driver.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";

let visitor: Visitor;
let checking = 0;
let savings = 0;
let groceries = 0;

beforeEach(async () => {
  await reset();
  visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  checking = await accountId("Checking");
  savings = await accountId("Savings");
  groceries = await categoryId("Groceries");
});
afterEach(() => reset());

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");
const statusOf = (html: string) =>
  wordsOf(/role="status"[^>]*>(.*?)</s.exec(html)?.[1] ?? "").trim();
const valuesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`name="${name}"[^>]*? value="([^"]*)"`, "g"))].map(
    ([, value]) => value,
  );
const shows = async (path: string) => (await visitor.get(path)).text;
const follow = async (answer: { headers: Headers }) =>
  shows((answer.headers.get("location") ?? "").split("#")[0] ?? "");
const idIn = (answer: { headers: Headers }) =>
  Number(/\/transactions\/(\d+)/.exec(answer.headers.get("location") ?? "")?.[1]);

async function insertIds(items: readonly object[]): Promise<number[]> {
  const { transactions } = await insert(
    items.map((item) => ({ manual_account_id: checking, ...item })),
  );
  return transactions.map(({ id }: { id: number }) => id);
}

const fields = (...pairs: [string, string][]) => new URLSearchParams(pairs);

test("without scripts parts are added and worked out, a wrong sum keeps what was typed, and a split is undone", async () => {
  const [id = 0] = await insertIds([
    { date: "2026-10-01", amount: "50", payee: "Store", notes: "shelf", category_id: groceries },
  ]);
  const path = `/transactions/${id}/split`;
  const rows = (...amounts: string[]) =>
    amounts.flatMap((amount): [string, string][] => [
      ["amount", amount],
      ["category", String(groceries)],
      ["payee", ""],
      ["notes", `n${amount}`],
    ]);
  const was: [string, string] = ["was", String((await get(`/transactions/${id}`)).body.amount)];
  const added = await visitor.post(path, fields(was, ["do", "add"], ...rows("20", "25%")));
  const rest = await visitor.post(path, fields(was, ["do", "rest"], ...rows("20", "25%", "")));
  const removed = await visitor.post(path, fields(was, ["remove", "0"], ...rows("20", "5", "6")));
  const wrong = await visitor.post(path, fields(was, ["do", "save"], ...rows("20", "20")));
  const saved = await visitor.post(path, fields(was, ["do", "save"], ...rows("20", "60%")));
  const again = await visitor.post(path, fields(was, ["do", "save"], ...rows("20", "60%")));
  const page = await follow(saved);
  const { body } = await get(`/transactions/${id}`);
  const undone = await visitor.post(`/transactions/${id}/unsplit`);
  const after = (await get(`/transactions/${id}`)).body;

  expect(valuesOf(added.text, "amount")).toEqual(["20", "25%", ""]);
  expect(wordsOf(added.text)).toContain("Left to split: 17.50 USD");
  expect(valuesOf(rest.text, "amount")).toEqual(["20", "25%", "17.50"]);
  expect(valuesOf(removed.text, "amount")).toEqual(["5", "6"]);
  expect(wrong.status).toBe(400);
  expect(valuesOf(wrong.text, "notes")).toEqual(["n20", "n20"]);
  expect(wordsOf(wrong.text)).toContain("must add up to 50.00. Left to split: 10.00 USD.");
  expect([saved.status, again.status]).toEqual([303, 303]);
  expect(statusOf(page)).toBe("“Store” split into 2 parts.");
  expect(body.children.map((one: { amount: string }) => one.amount)).toEqual([
    "20.0000",
    "30.0000",
  ]);
  expect(statusOf(await follow(undone))).toBe("“Store” put together again.");
  expect([after.is_split_parent, after.amount, after.notes, after.category_id]).toEqual([
    false,
    "50.0000",
    "shelf",
    groceries,
  ]);
});

test("a purchase and its refund are found by words and grouped, and the group is taken apart", async () => {
  const [bought = 0, returned = 0, other = 0] = await insertIds([
    { date: "2026-10-01", amount: "89.90", payee: "Shoe Shop" },
    { date: "2026-10-29", amount: "-89.90", payee: "Shoe Shop" },
    { date: "2026-10-02", amount: "5", payee: "Bakery" },
  ]);
  const path = `/transactions/${bought}/group`;
  const near = await shows(path);
  const found = await shows(`${path}?q=shoe&pick=${other}&payee=Shoes&date=2026-10-05`);
  const nobody = await visitor.post(path, { payee: "Shoes", date: "2026-10-05" });
  const wrongDay = await visitor.post(path, { pick: String(returned), date: "soon" });
  const made = await visitor.post(path, {
    pick: String(returned),
    payee: "Shoes, sent back",
    date: "2026-10-05",
    category: String(groceries),
  });
  const page = await follow(made);
  const { body } = await get(`/transactions/${idIn(made)}`);
  const member = await shows(`/transactions/${bought}`);
  const apart = await visitor.post(`/transactions/${idIn(made)}/ungroup`, { to: String(bought) });

  expect(near).toContain(`id="pick-${other}"`);
  expect(near).not.toContain(`id="pick-${returned}"`);
  expect(found).toMatch(new RegExp(`id="pick-${other}"[^>]*checked`));
  expect(found).toContain(`id="pick-${returned}"`);
  expect(valuesOf(found, "payee")).toEqual(["Shoes"]);
  expect(wordsOf(nobody.text)).toContain("Tick one or more others.");
  expect(wordsOf(wrongDay.text)).toContain("“soon” is not a date.");
  expect([body.payee, body.amount, body.category_id]).toEqual([
    "Shoes, sent back",
    "0.0000",
    groceries,
  ]);
  expect(statusOf(page)).toBe("2 transactions grouped as “Shoes, sent back”.");
  expect(wordsOf(page)).toContain("Group of 2");
  expect(wordsOf(member)).toContain("Take the group apart to change it.");
  expect(idIn(apart)).toBe(bought);
  expect((await get(`/transactions/${idIn(made)}`)).status).toBe(404);
  const [change = ""] = valuesOf(await follow(apart), "change");
  const again = await visitor.post(`/transactions/${bought}/undo`, { key: "again", change });
  const regrouped = (await get(`/transactions/${bought}`)).body.group_parent_id;
  expect(statusOf(await follow(again))).toBe("Undone.");
  expect((await get(`/transactions/${regrouped}`)).body.payee).toBe("Shoes, sent back");
  expect(wordsOf(await shows(`/transactions/${returned}`))).toContain(
    "2 transactions grouped as “Shoes, sent back”",
  );
});

test("the other side of a transfer is offered by amount and days; both sides get their categories back", async () => {
  const [out = 0, into = 0, late = 0, same = 0] = await insertIds([
    { date: "2026-10-01", amount: "200", payee: "To savings", category_id: groceries },
    { date: "2026-10-03", amount: "-200", payee: "From checking", manual_account_id: savings },
    { date: "2026-11-20", amount: "-200", payee: "Later", manual_account_id: savings },
    { date: "2026-10-02", amount: "-200", payee: "Refund" },
  ]);
  const offered = await shows(`/transactions/${out}/transfer`);
  const made = await visitor.post(`/transactions/${out}/transfer`, { other: String(into) });
  const page = wordsOf(await follow(made));
  const side = wordsOf(await shows(`/transactions/${into}`));
  await visitor.post(`/transactions/${idIn(made)}/ungroup`);
  const after = (await get(`/transactions/${out}`)).body;

  expect(offered).toContain(`id="other-${into}"`);
  expect(offered).not.toContain(`id="other-${late}"`);
  expect(offered).not.toContain(`id="other-${same}"`);
  expect(page).toContain("Transfer from Checking to Savings");
  expect(page).toContain("From Checking, 1 Oct 2026, −200.00 USD: To savings");
  expect(side).toContain("To Savings, 3 Oct 2026, +200.00 USD: From checking");
  expect([after.group_parent_id, after.category_id]).toEqual([null, groceries]);
});

test("a transfer that an import found is shown with its evidence, and is accepted or dismissed for good", async () => {
  const bakery = ["2026-03-25", "Bakery", "-4.10"] as const;
  const salary = ["2026-03-26", "Salary", "2100.00"] as const;
  await send(csv(["2026-03-13", "To savings", "-500.00"], bakery, salary), "Checking");
  const interest = ["2026-03-25", "Interest", "1.23"] as const;
  const fee = ["2026-03-26", "Fee", "-2.00"] as const;
  const run = await send(csv(["2026-03-16", "From checking", "500.00"], interest, fee), "Savings");
  const [found] = await transfersOf(run.id);
  const id = found?.debit.transaction_id ?? 0;
  const page = await shows(`/transactions/${id}`);
  const decide = async (decision: string) =>
    visitor.post(`/transactions/${id}/transfer`, {
      do: decision,
      import: run.id,
      n: String(found?.n),
    });
  const accepted = await decide("accept");
  const group = wordsOf(await follow(accepted));
  await visitor.post(`/transactions/${idIn(accepted)}/ungroup`, { to: String(id) });
  const apart = wordsOf(await shows(`/transactions/${id}`));

  expect(wordsOf(page)).toContain("Is this a transfer between your accounts?");
  expect(wordsOf(page)).toContain("To Savings, 16 Mar 2026, +500.00 USD: From checking");
  expect(wordsOf(page)).toContain(found?.evidence.join(" ") ?? "no evidence");
  expect(idIn(accepted)).not.toBe(id);
  expect(group).toContain("Transfer between your accounts");
  expect(apart).not.toContain("Is this a transfer");
});

test("a recurring transaction says why it cannot be split, and is unlinked and linked", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-07", amount: "9.99", payee: "Video" }]);
  const made = await callOwn("POST", "/recurring", {
    transaction_criteria: {
      granularity: "month",
      quantity: 1,
      anchor_date: "2026-11-01",
      payee: "Streaming",
      amount: "12.00",
      manual_account_id: checking,
    },
  });
  const item = String(made.body.id);
  const before = await shows(`/transactions/${id}`);
  const linked = await follow(
    await visitor.post(`/transactions/${id}/recurring`, { was: "", recurring: item }),
  );
  const late = await visitor.post(`/transactions/${id}/recurring`, { was: "", recurring: "" });
  const split = await visitor.get(`/transactions/${id}/split`);
  const unlinked = await visitor.post(`/transactions/${id}/recurring`, {
    was: item,
    recurring: "",
  });
  const [change] = valuesOf(await follow(unlinked), "change");
  const undone = await visitor.post(`/transactions/${id}/undo`, { change: change ?? "" });
  const entry = wordsOf(await shows(`/changes/${change}`));

  expect(before).toContain(`<option value="${item}">Streaming</option>`);
  expect(statusOf(linked)).toBe("“Video” linked to a recurring item.");
  // That the form was sent from an older page is no reason to lose what somebody did since.
  expect(late.status).toBe(409);
  expect(wordsOf(late.text)).toContain("Its recurring item was changed since");
  expect(wordsOf(linked)).toContain("It belongs to the recurring item “Streaming”");
  expect(wordsOf(linked)).toContain(
    "It cannot be split or grouped: it belongs to a recurring item.",
  );
  expect([split.status, idIn(split)]).toEqual([303, id]);
  expect(await follow(unlinked)).toContain("It belongs to the recurring item");
  expect(statusOf(await follow(undone))).toBe("Undone.");
  expect(entry).toContain("Recurring item Streaming none undone since");
});

test("a receipt is attached from the form, shown as a picture and removed; a wrong file says what is taken", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3", payee: "Coffee" }]);
  const upload = async (name: string, type: string, bytes: number[]) => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytes)], name, { type }));
    return visitor.post(`/transactions/${id}/files`, form);
  };
  const wrong = await upload("page.html", "text/html", [60, 104, 49, 62]);
  const attached = await upload("bill.png", "image/png", [137, 80, 78, 71, 13, 10, 26, 10, 0]);
  const page = await follow(attached);
  const file = Number(/files\/(\d+)"/.exec(page)?.[1]);
  const shown = await visitor.get(`/transactions/${id}/files/${file}`);
  const removed = await visitor.post(`/transactions/${id}/files/${file}/remove`, { key: "k" });
  const twice = await visitor.post(`/transactions/${id}/files/${file}/remove`, { key: "k" });
  const gone = await follow(removed);
  const [change] = valuesOf(gone, "change");
  const without = (await get(`/transactions/${id}`)).body.files;
  const undone = await visitor.post(`/transactions/${id}/undo`, { change: change ?? "" });
  const back = /files\/(\d+)"/.exec(await follow(undone))?.[1];
  const address = (await visitor.get(`/transactions/${id}/files/${back}`)).headers.get("location");
  const { status, text } = await visitor.get(address ?? "");

  expect(wrong.status).toBe(400);
  expect(/id="attach-error"[^>]*>([^<]*)/.exec(wrong.text)?.[1]).toContain("picture or a PDF");
  expect(attached.status).toBe(303);
  expect(page).toContain(`<img src="/transactions/${id}/files/${file}" alt="Picture bill.png"`);
  expect(shown.headers.get("location")).toMatch(/^\/files\//);
  expect(statusOf(page)).toBe("File bill.png attached to “Coffee”.");
  expect(statusOf(gone)).toBe("File bill.png removed from “Coffee”.");
  expect(twice.headers.get("location")).toBe(removed.headers.get("location"));
  expect([attached, removed, without]).toMatchObject([{ status: 303 }, { status: 303 }, []]);
  // The same bytes under another number.
  expect([Number(back) > file, status, text.slice(1, 4)]).toEqual([true, 200, "PNG"]);
  expect((await get(`/transactions/${id}`)).body.files).toMatchObject([
    { name: "bill.png", type: "image/png" },
  ]);
});

test("each change is shown on the page with its values and is undone there; a deleted transaction comes back", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3", payee: "Cofee" }]);
  const edited = await visitor.post(`/transactions/${id}`, {
    key: "one-key",
    "was.payee": "Cofee",
    payee: "Coffee",
  });
  const page = await follow(edited);
  const [change = ""] = valuesOf(page, "change");
  const undone = await visitor.post(`/transactions/${id}/undo`, { key: "two", change });
  const afterwards = wordsOf(await follow(undone));
  const payee = (await get(`/transactions/${id}`)).body.payee;
  const deleted = await visitor.post(`/transactions/${id}/delete`, { key: "three" });
  const gone = await follow(deleted);
  const [deletion = ""] = valuesOf(gone, "change");
  const back = await visitor.post(`/transactions/${id}/undo`, { key: "four", change: deletion });
  const restored = await get(`/transactions/${idIn(back)}`);
  const history = wordsOf(await follow(back));
  const old = await visitor.get(`/transactions/${id}`);

  expect(wordsOf(page)).toContain("Payee: “Cofee” → “Coffee”");
  expect(afterwards).toContain("Undone.");
  expect(payee).toBe("Cofee");
  expect(statusOf(gone)).toBe("Deleted.");
  expect(wordsOf(gone)).toContain("−3.00 USD");
  expect([restored.status, restored.body.payee]).toEqual([200, "Cofee"]);
  expect(history).toContain("Payee: “Cofee” → “Coffee”");
  expect([old.status, idIn(old)]).toEqual([303, idIn(back)]);
});
