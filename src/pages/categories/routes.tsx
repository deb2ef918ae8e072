// The page of categories and tags and the targets of its forms. A form is answered with 303 to the
// row that it changed, or with the page, the input and the reasons.

import { Hono } from "hono";
import { ok, type Result } from "../../platform/result.ts";
import { param, type PageContext } from "../ui/calls.ts";
import { passOnStatus, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { plural } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { arrangeCategories } from "./arrange.ts";
import { addFirstSet } from "./add-first-set.ts";
import { countYear, readCategories, readTags, write, type NamedRefusal } from "./calls.ts";
import { chooseLanguage, FIRST_SETS } from "./first-set.ts";
import { FirstSetPage } from "./first-set-form.tsx";
import { CATEGORY, nameRow, TAG, type Noun } from "./nouns.ts";
import { Categories, type Done } from "./page.tsx";
import { readFlags, sortRefusal, type RefusedForm } from "./parts.tsx";
import { addRemoval } from "./removal-routes.tsx";
import { readColour } from "./tags.tsx";
import { TEXT_ON_COLOUR } from "./colours.ts";
import type { Category } from "./wire.ts";

type Status = 200 | PassedOn;
type Field = (name: string) => string;

const ID = ":id{[0-9]{1,15}}";

/** To be mounted at "/". */
export const categoriesPages = new Hono<PageEnv>();

for (const path of ["/categories", "/categories/*"])
  categoriesPages.use(path, signedIn, connected, shownConnection);

categoriesPages.get("/categories", (c) => page(c, null, 200));

categoriesPages.get("/categories/first-set", (c) => firstSetPage(c, null, 200));

categoriesPages.post("/categories/first-set", async (c) => {
  const form = await c.req.parseBody({ all: true });
  const set = FIRST_SETS.get(readText(form["language"])) ?? null;
  const picked = [form["pick"] ?? []].flat().map(readText);
  if (set === null) return firstSetPage(c, "These suggestions do not exist.", 400);
  const done = await addFirstSet(c.get("service"), set, new Set(picked));
  if (!done.ok) return firstSetPage(c, done.error.message, passOnStatus(done.error));
  const query = new URLSearchParams({ done: "added", count: String(done.value.added) });
  for (const { id } of done.value.skipped) query.append("skipped", String(id));
  return c.redirect(`/categories?${query.toString()}`, 303);
});

categoriesPages.post("/categories", async (c) => {
  const field = await readTrimmed(c);
  const group = parseId(field("group"));
  const body = {
    name: field("name"),
    ...(field("description") !== "" && { description: field("description") }),
    // In a group it is what the group is.
    ...(group === 0 ? readFlags(field) : { group_id: group }),
  };
  return after(c, CATEGORY, "new", field, await save(c, CATEGORY, null, body));
});

categoriesPages.post("/categories/groups", async (c) => {
  const field = await readTrimmed(c);
  const body = {
    name: field("name"),
    is_group: true,
    ...(field("description") !== "" && { description: field("description") }),
    ...readFlags(field),
  };
  return after(c, CATEGORY, "group", field, await save(c, CATEGORY, null, body));
});

categoriesPages.post("/categories/tags", async (c) => {
  const field = await readTrimmed(c);
  const body = {
    name: field("name"),
    ...(field("description") !== "" && { description: field("description") }),
    ...colourBody(field("colour")),
  };
  return after(c, TAG, "tag", field, await save(c, TAG, null, body));
});

categoriesPages.post(`/categories/${ID}`, async (c) => {
  const [id, field] = [Number(param(c, "id")), await readTrimmed(c)];
  const tree = await readCategories(c.get("service"));
  if (!tree.ok) return refusalPage(c, tree.error);
  const stored = arrangeCategories(tree.value).all.find((one) => one.id === id);
  if (stored === undefined) return page(c, null, 404, "This category no longer exists.");
  const body = categoryChange(stored, field);
  return after(c, CATEGORY, nameRow(CATEGORY, id), field, await save(c, CATEGORY, id, body));
});

categoriesPages.post(`/categories/tags/${ID}`, async (c) => {
  const [id, field] = [Number(param(c, "id")), await readTrimmed(c)];
  const body = { ...textChange(field), ...colourBody(field("colour")) };
  return after(c, TAG, nameRow(TAG, id), field, await save(c, TAG, id, body));
});

for (const noun of [CATEGORY, TAG]) {
  for (const [action, archived] of [
    ["archive", true],
    ["restore", false],
  ] as const)
    categoriesPages.post(`${noun.page}/${ID}/${action}`, async (c) => {
      const id = Number(param(c, "id"));
      const done = await write(c.get("service"), "PUT", `${noun.path}/${id}`, { archived });
      if (done.ok) return c.redirect(`/categories#${nameRow(noun, id)}`, 303);
      return page(c, null, statusOf(done.error), sayRefusal(noun, done.error));
    });
  addRemoval(categoriesPages, noun, (c, status, alert) => page(c, null, status, alert));
}

/** What the person changed, and only that: somebody else may have changed the rest meanwhile. */
function categoryChange(stored: Category, field: Field): object {
  const moved = field("group") !== field("was_group") && !stored.is_group;
  const group = parseId(field("group")) || null;
  const flags = readFlags(field);
  const own = stored.group_id === null && (group === null || stored.is_group);
  const changed = (Object.keys(flags) as (keyof typeof flags)[]).filter(
    (flag) => flags[flag] !== stored[flag],
  );
  return {
    ...textChange(field),
    ...(moved && { group_id: group }),
    ...(own && Object.fromEntries(changed.map((flag) => [flag, flags[flag]]))),
  };
}

function textChange(field: Field): object {
  return {
    ...(field("name") !== field("was_name") && { name: field("name") }),
    ...(field("description") !== field("was_description") && {
      description: field("description") === "" ? null : field("description"),
    }),
  };
}

function colourBody(typed: string): object {
  const colour = readColour(typed);
  if (colour === undefined) return {};
  return { background_color: colour, text_color: colour === null ? null : TEXT_ON_COLOUR };
}

/** Creates it, or changes the one with the id; a change of nothing is one that succeeded. */
async function save(
  c: PageContext,
  noun: Noun,
  id: number | null,
  body: object,
): Promise<Result<number, NamedRefusal>> {
  if (id !== null && Object.keys(body).length === 0) return ok(id);
  const done =
    id === null
      ? await write(c.get("service"), "POST", noun.path, body)
      : await write(c.get("service"), "PUT", `${noun.path}/${id}`, body);
  return done.ok ? ok(done.value.id) : done;
}

async function after(
  c: PageContext,
  noun: Noun,
  form: string,
  field: Field,
  done: Result<number, NamedRefusal>,
) {
  if (done.ok) return c.redirect(`/categories#${nameRow(noun, done.value)}`, 303);
  if (done.error.status === 404) return page(c, null, 404, sayRefusal(noun, done.error));
  return page(c, sortRefusal(form, field, done.error), statusOf(done.error));
}

function sayRefusal(noun: Noun, refusal: NamedRefusal): string {
  return refusal.status === 404
    ? `This ${noun.word} no longer exists.`
    : refusal.errors.map(({ sentence }) => sentence).join(" ");
}

function statusOf({ status }: NamedRefusal): PassedOn {
  return passOnStatus({ status, message: "" });
}

async function readTrimmed(c: PageContext): Promise<Field> {
  const field = await readFields(c);
  return (name) => field(name).trim();
}

async function page(
  c: PageContext,
  refused: RefusedForm | null,
  status: Status,
  alert: string | null = null,
) {
  const service = c.get("service");
  const [tree, tags, counts] = await Promise.all([
    readCategories(service),
    readTags(service),
    countYear(service, Date.now()),
  ]);
  if (!tree.ok) return refusalPage(c, tree.error);
  const arranged = arrangeCategories(tree.value);
  c.header("cache-control", "no-store");
  return c.html(
    <Categories
      arranged={arranged}
      tags={tags.ok ? tags.value : []}
      tagsUnread={tags.ok ? null : tags.error.message}
      counts={counts}
      edited={openRow(c, CATEGORY, refused)}
      editedTag={openRow(c, TAG, refused)}
      refused={refused}
      alert={alert}
      done={readDone(c, arranged.all)}
      language={chooseLanguage(c.req.header("accept-language") ?? "")}
    />,
    status,
  );
}

/** The row that is open: that of a refused form, else the one that the address names. */
function openRow(c: PageContext, noun: Noun, refused: RefusedForm | null): number | null {
  if (refused !== null) {
    const [word, id = ""] = refused.form.split("-");
    return word === noun.word ? parseId(id) : null;
  }
  return parseId(c.req.query(noun === TAG ? "edit-tag" : "edit") ?? "") || null;
}

/** What the address says has been done. */
function readDone(c: PageContext, all: readonly Category[]): Done | null {
  const count = parseId(c.req.query("count") ?? "");
  const skipped = (c.req.queries("skipped") ?? []).flatMap(
    (text) => all.find(({ id }) => id === parseId(text)) ?? [],
  );
  const done = c.req.query("done");
  if (done === "deleted") return { sentence: "Deleted.", skipped: [] };
  if (done === "merged")
    return {
      sentence:
        count === 0
          ? "Merged and deleted."
          : `Merged: ${plural(count, "transaction")} ${count === 1 ? "was" : "were"} moved.`,
      skipped: [],
    };
  if (done !== "added") return null;
  const sentence =
    count === 0 ? "Nothing was added." : `${plural(count, "category", "categories")} added.`;
  return { sentence, skipped };
}

async function firstSetPage(c: PageContext, alert: string | null, status: Status) {
  const tree = await readCategories(c.get("service"));
  if (!tree.ok) return refusalPage(c, tree.error);
  const asked = c.req.query("language") ?? "";
  const language = FIRST_SETS.has(asked)
    ? asked
    : chooseLanguage(c.req.header("accept-language") ?? "");
  c.header("cache-control", "no-store");
  return c.html(
    <FirstSetPage language={language} all={arrangeCategories(tree.value).all} alert={alert} />,
    status,
  );
}
