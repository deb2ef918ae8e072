// The page of categories and tags and the targets of its forms. A form is answered with 303 to the
// row that it changed, or with the page, the input and the reasons.

import { Hono } from "hono";
import { CHANGE_DETAIL, type ShownDetail } from "../../importer/changes/wire.ts";
import { ok, type Result } from "../../platform/result.ts";
import { param, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { arrangeCategories } from "./arrange.ts";
import { addFirstSet } from "./add-first-set.ts";
import { countYear, readCategories, readTags, type NamedRefusal } from "./calls.ts";
import { chooseLanguage, FIRST_SETS } from "./first-set.ts";
import { FirstSetPage } from "./first-set-form.tsx";
import { CATEGORY, nameRow, TAG, type Noun } from "./nouns.ts";
import { Categories, type Done } from "./page.tsx";
import { readFlags, sortRefusal, type RefusedForm } from "./parts.tsx";
import { addRemoval } from "./removal-routes.tsx";
import { saveChange } from "./save.ts";
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
  const done = await addFirstSet(c.var, set, new Set(picked), readText(form["key"]));
  if (!done.ok) return firstSetPage(c, done.error.message, passOnStatus(done.error));
  const { change } = done.value;
  const query = new URLSearchParams(
    change === null ? { done: "nothing" } : { change: String(change) },
  );
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
  return after(c, CATEGORY, "new", field, await make(c, CATEGORY, body, field("key")));
});

categoriesPages.post("/categories/groups", async (c) => {
  const field = await readTrimmed(c);
  const body = {
    name: field("name"),
    is_group: true,
    ...(field("description") !== "" && { description: field("description") }),
    ...readFlags(field),
  };
  return after(c, CATEGORY, "group", field, await make(c, CATEGORY, body, field("key")));
});

categoriesPages.post("/categories/tags", async (c) => {
  const field = await readTrimmed(c);
  const body = {
    name: field("name"),
    ...(field("description") !== "" && { description: field("description") }),
    ...colourBody(field("colour")),
  };
  return after(c, TAG, "tag", field, await make(c, TAG, body, field("key")));
});

categoriesPages.post(`/categories/${ID}`, async (c) => {
  const [id, field] = [Number(param(c, "id")), await readTrimmed(c)];
  const tree = await readCategories(c.get("service"));
  if (!tree.ok) return refusalPage(c, tree.error);
  const stored = arrangeCategories(tree.value).all.find((one) => one.id === id);
  if (stored === undefined) return page(c, null, 404, "This category no longer exists.");
  const edit = categoryChange(stored, field);
  return after(
    c,
    CATEGORY,
    nameRow(CATEGORY, id),
    field,
    await save(c, CATEGORY, id, { ...edit, key: field("key") }),
  );
});

categoriesPages.post(`/categories/tags/${ID}`, async (c) => {
  const [id, field] = [Number(param(c, "id")), await readTrimmed(c)];
  const tags = await readTags(c.get("service"));
  if (!tags.ok) return refusalPage(c, tags.error);
  const stored = tags.value.find((one) => one.id === id);
  if (stored === undefined) return page(c, null, 404, "This tag no longer exists.");
  const { was, set } = textChange(field);
  const colours = colourBody(field("colour"));
  const seen = { background_color: stored.background_color, text_color: stored.text_color };
  const isSame = (colours.background_color ?? "") === seen.background_color;
  const edit =
    colours.background_color === undefined || isSame
      ? { was, set }
      : { was: { ...was, ...seen }, set: { ...set, ...colours } };
  return after(
    c,
    TAG,
    nameRow(TAG, id),
    field,
    await save(c, TAG, id, { ...edit, key: field("key") }),
  );
});

for (const noun of [CATEGORY, TAG]) {
  for (const [action, archived] of [
    ["archive", true],
    ["restore", false],
  ] as const)
    categoriesPages.post(`${noun.page}/${ID}/${action}`, async (c) => {
      const id = Number(param(c, "id"));
      const key = (await readTrimmed(c))("key");
      const edit = { was: { archived: !archived }, set: { archived }, key };
      const done = await save(c, noun, id, edit);
      if (done.ok) return c.redirect(showRow(noun, done.value), 303);
      return page(c, null, statusOf(done.error), sayRefusal(noun, done.error));
    });
  addRemoval(categoriesPages, noun, (c, status, alert) => page(c, null, status, alert));
}

/** The fields of a category as the person saw them, and as they are to be. */
interface Edit {
  readonly was: object;
  readonly set: object;
}

/** What the person changed, and only that: somebody else may have changed the rest meanwhile. */
function categoryChange(stored: Category, field: Field): Edit {
  const moved = field("group") !== field("was_group") && !stored.is_group;
  const group = parseId(field("group")) || null;
  const flags = readFlags(field);
  const own = stored.group_id === null && (group === null || stored.is_group);
  const changed = (Object.keys(flags) as (keyof typeof flags)[]).filter(
    (flag) => own && flags[flag] !== stored[flag],
  );
  const { was, set } = textChange(field);
  return {
    was: {
      ...was,
      ...(moved && { group_id: parseId(field("was_group")) || null }),
      ...Object.fromEntries(changed.map((flag) => [flag, stored[flag]])),
    },
    set: {
      ...set,
      ...(moved && { group_id: group }),
      ...Object.fromEntries(changed.map((flag) => [flag, flags[flag]])),
    },
  };
}

function textChange(field: Field): Edit {
  const changed = ["name", "description"].filter((name) => field(name) !== field(`was_${name}`));
  const read = (prefix: string) =>
    Object.fromEntries(
      changed.map((name) => {
        const text = field(`${prefix}${name}`);
        return [name, name === "description" && text === "" ? null : text];
      }),
    );
  return { was: read("was_"), set: read("") };
}

function colourBody(typed: string): {
  readonly background_color?: string | null;
  readonly text_color?: string | null;
} {
  const colour = readColour(typed);
  if (colour === undefined) return {};
  return { background_color: colour, text_color: colour === null ? null : TEXT_ON_COLOUR };
}

/** The saved category or tag, and the journal's entry; null if nothing was changed. */
interface Saved {
  readonly id: number;
  readonly change: number | null;
}

const kindOf = (noun: Noun) => (noun === TAG ? "tag" : "category");

async function make(
  c: PageContext,
  noun: Noun,
  create: object,
  key: string,
): Promise<Result<Saved, NamedRefusal>> {
  const records = [{ kind: kindOf(noun), create }] as const;
  const saved = await saveChange(c.get("api"), { key, records });
  return saved.ok ? ok({ id: saved.value.made ?? 0, change: saved.value.id }) : saved;
}

/** Changes the category or tag with this id. If nothing differs, it succeeds without a change. */
async function save(
  c: PageContext,
  noun: Noun,
  id: number,
  { key, was, set }: Edit & { readonly key: string },
): Promise<Result<Saved, NamedRefusal>> {
  if (Object.keys(set).length === 0) return ok({ id, change: null });
  const records = [{ kind: kindOf(noun), id, was, set }] as const;
  const saved = await saveChange(c.get("api"), { key, records });
  return saved.ok ? ok({ id, change: saved.value.id }) : saved;
}

/** The address of the list with the saved row, and the bar that undoes the change. */
function showRow(noun: Noun, { id, change }: Saved): string {
  return `/categories${change === null ? "" : `?change=${change}`}#${nameRow(noun, id)}`;
}

async function after(
  c: PageContext,
  noun: Noun,
  form: string,
  field: Field,
  done: Result<Saved, NamedRefusal>,
) {
  if (done.ok) return c.redirect(showRow(noun, done.value), 303);
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
  const [tree, tags, counts, saved] = await Promise.all([
    readCategories(service),
    readTags(service),
    countYear(service, Date.now()),
    readChange(c),
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
      saved={saved}
      formKey={crypto.randomUUID()}
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

/** The change that the address names; null if there is none. */
async function readChange(c: PageContext): Promise<ShownDetail | null> {
  const id = parseId(c.req.query("change") ?? "");
  if (id === 0) return null;
  const found = await read(c.get("api"), `/api/changes/${id}`, CHANGE_DETAIL);
  return found.ok ? found.value : null;
}

/** What the address says has been done. */
function readDone(c: PageContext, all: readonly Category[]): Done | null {
  const skipped = (c.req.queries("skipped") ?? []).flatMap(
    (text) => all.find(({ id }) => id === parseId(text)) ?? [],
  );
  const sentence = DONE[c.req.query("done") ?? ""] ?? null;
  return sentence === null && skipped.length === 0 ? null : { sentence, skipped };
}

const DONE: Readonly<Record<string, string>> = {
  deleted: "Deleted.",
  merged: "Merged and deleted.",
  nothing: "Nothing was added.",
};

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
