import { afterEach, expect, test } from "vitest";
import { callOwn, del, get, insertOne, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

test("a tag is created with its defaults and read back", async () => {
  const { status, body } = await post("/tags", { name: "Tax" });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Tax",
    description: null,
    text_color: null,
    background_color: null,
    archived: false,
    archived_at: null,
  });
  expect((await get(`/tags/${body.id}`)).body).toEqual(body);
});

test("the list of tags can be restricted to ids", async () => {
  const all = (await get("/tags")).body.tags;
  const [first, , third] = all;

  expect((await get(`/tags?ids=${first.id},${third.id}`)).body.tags).toEqual([first, third]);
  expect((await get(`/tags?ids=${first.id}&ids=${third.id}`)).body.tags).toEqual([first, third]);
  expect((await get("/tags?ids=999")).body.tags).toEqual([]);
  expect((await get("/tags?ids=a")).status).toBe(400);
});

test("a tag's name is unique", async () => {
  const { body: tag } = await post("/tags", { name: "Tax" });

  const again = await post("/tags", { name: "Tax" });
  expect(again.status).toBe(400);
  expect(again.body).toEqual({
    message: "Invalid Request Body",
    errors: [
      {
        errMsg: 'There is already a tag named "Tax".',
        invalid_property: "name",
        existing_tag_id: tag.id,
      },
    ],
  });
  expect((await put(`/tags/${tag.id}`, { name: "Work" })).status).toBe(400);
  expect((await put(`/tags/${tag.id}`, { name: "Tax" })).status).toBe(200);
});

test.each([
  [{}, "/body/name", "required"],
  [{ name: "" }, "/body/name", "minLength"],
  [{ name: "x".repeat(101) }, "/body/name", "maxLength"],
  [{ name: "a", description: "x".repeat(201) }, "/body/description", "maxLength"],
  [{ name: "a", archived: 1 }, "/body/archived", "type"],
  [{ name: "a", archived_at: null }, "/body/archived_at", "additionalProperties"],
  [{ name: 5 }, "/body/name", "type"],
])("creating the tag %j is refused", async (request, instancePath, keyword) => {
  const { status, body } = await post("/tags", request);

  expect(status).toBe(400);
  expect(body.message).toBe("Request Validation Failure");
  expect(body.errors[0]).toMatchObject({ instancePath, keyword });
});

test("archiving a tag sets its date, and a date can be set and cleared", async () => {
  const { body: tag } = await post("/tags", { name: "Tax" });

  const archived = (await put(`/tags/${tag.id}`, { archived: true })).body;
  expect(Date.parse(archived.archived_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(
    (await put(`/tags/${tag.id}`, { archived_at: "2026-01-02T03:04:05Z" })).body.archived_at,
  ).toBe("2026-01-02T03:04:05.000Z");
  expect((await put(`/tags/${tag.id}`, { archived_at: null })).body).toMatchObject({
    archived: true,
    archived_at: null,
  });
  expect((await put(`/tags/${tag.id}`, { archived: false })).body).toMatchObject({
    archived: false,
    archived_at: null,
  });
});

test("a tag accepts the body that GET returned, but not an empty or ignored-only one", async () => {
  const { body: tag } = await post("/tags", { name: "Tax", text_color: "fff" });

  expect({ ...(await put(`/tags/${tag.id}`, tag)).body, updated_at: "" }).toEqual({
    ...tag,
    updated_at: "",
  });
  expect((await put(`/tags/${tag.id}`, {})).status).toBe(400);
  expect((await put(`/tags/${tag.id}`, { id: 3, created_at: "x" })).status).toBe(400);
});

test("a tag in use is deleted only with force, and then removed from everything that had it", async () => {
  const { body: tag } = await post("/tags", { name: "Tax" });
  const transaction = await insertOne({ date: "2026-11-01", amount: 1, tag_ids: [tag.id, 1] });
  await callOwn("POST", "/rules", { match: { sign: "debit" }, set: { tag_ids: [tag.id] } });
  await callOwn("POST", "/rules", { match: { sign: "debit" }, set: { tag_ids: [tag.id, 1] } });

  const refused = await del(`/tags/${tag.id}`);
  expect(refused.status).toBe(422);
  expect(refused.body).toEqual({ tag_name: "Tax", dependents: { rules: 2, transactions: 1 } });

  expect((await del(`/tags/${tag.id}?force=true`)).status).toBe(204);
  expect((await get(`/transactions/${transaction.id}`)).body.tag_ids).toEqual([1]);
  const { rules } = (await callOwn("GET", "/rules")).body;
  expect(rules.map((rule: { set: object }) => rule.set)).toEqual([{ tag_ids: [1] }]);
});

test("an unused tag is deleted at once, and an unknown id answers 404", async () => {
  const { body: tag } = await post("/tags", { name: "Tax" });

  expect((await del(`/tags/${tag.id}`)).status).toBe(204);
  for (const answer of [
    await get(`/tags/${tag.id}`),
    await put(`/tags/${tag.id}`, { name: "x" }),
    await del(`/tags/${tag.id}`),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      message: "Not Found",
      errors: [{ errMsg: `There is no tag with the id ${tag.id}.`, id: tag.id }],
    });
  }
});
