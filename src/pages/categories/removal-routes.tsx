// Deleting and merging. A delete without force is refused by the service as long as something
// depends on it: what that is and where it can go is asked first.

import type { Hono } from "hono";
import { param, type PageContext } from "../ui/calls.ts";
import { passOnStatus, type PassedOn, type Refusal } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { plural } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { ok, type Result } from "../../platform/result.ts";
import { arrangeCategories, listTargets } from "./arrange.ts";
import { joinSentences, readCategories, readTags } from "./calls.ts";
import { foresee, merge } from "./merge.ts";
import { TAG, type Noun } from "./nouns.ts";
import { saveChange, type WantedRecord } from "./save.ts";
import { MergePage, Removal, type Target } from "./removal.tsx";

/** Answers with the page of categories, and a sentence above it. */
type Back = (c: PageContext, status: PassedOn, alert: string) => Response | Promise<Response>;

/** A category or tag with all that it could go to. */
interface Found {
  readonly id: number;
  readonly name: string;
  readonly isGroup: boolean;
  /** Whether it holds categories. */
  readonly members: readonly number[];
  readonly targets: readonly Target[];
}

const ID = ":id{[0-9]{1,15}}";

/** Adds the routes of the noun; `back` shows the list. */
export function addRemoval(pages: Hono<PageEnv>, noun: Noun, back: Back): void {
  pages.post(`${noun.page}/${ID}/delete`, async (c) => {
    const field = await readFields(c);
    const found = await find(c, noun);
    if (!found.ok) return refusalPage(c, found.error);
    if (found.value === null) return c.redirect("/categories?done=deleted", 303);
    const moved = moveMembers(found.value, parseId(field("members")));
    if (moved === null) return back(c, 400, "The group that was chosen no longer exists.");
    const force = field("force") !== "" || field("members") !== "";
    const kind = noun === TAG ? "tag" : "category";
    const removal: WantedRecord = { kind, delete: found.value.id, force };
    const records = [...moved, removal];
    const saved = await saveChange(c.get("api"), { key: field("key"), records });
    if (saved.ok) return c.redirect(`/categories?change=${saved.value.id}`, 303);
    const { dependents } = saved.error;
    if (saved.error.status === 404) return c.redirect("/categories?done=deleted", 303);
    if (dependents === null) {
      const { status } = saved.error;
      return back(c, passOnStatus({ status, message: "" }), joinSentences(saved.error));
    }
    c.header("cache-control", "no-store");
    return c.html(<Removal noun={noun} {...found.value} dependents={dependents} />);
  });

  pages.get(`${noun.page}/${ID}/merge`, async (c) => {
    const moved = parseId(c.req.query("moved") ?? "");
    const alert =
      moved === 0
        ? null
        : `${plural(moved, "transaction")} ${moved === 1 ? "is" : "are"} moved, and there are more. Merge again to move the rest.`;
    return mergePage(c, noun, c.req.query("into") ?? null, alert);
  });

  pages.post(`${noun.page}/${ID}/merge`, async (c) => {
    const field = await readFields(c);
    const into = field("into");
    const found = await find(c, noun);
    if (!found.ok) return refusalPage(c, found.error);
    // The answer to an earlier merge may have been lost.
    if (found.value === null) return c.redirect("/categories?done=merged", 303);
    const { id, targets } = found.value;
    const target = targets.find((one) => one.id === parseId(into));
    if (target === undefined) return mergePage(c, noun, into, null);
    const done = await merge(c.var, { noun, from: id, into: target.id }, field("key"));
    if (!done.ok)
      return mergePage(
        c,
        noun,
        into,
        `${done.error.message} Nothing is lost: “${found.value.name}” is not deleted. Merge again to move the rest.`,
        passOnStatus(done.error),
      );
    const { change, moved, isDone } = done.value;
    return c.redirect(
      isDone
        ? `/categories?change=${change}`
        : `${noun.page}/${id}/merge?into=${target.id}&moved=${moved}`,
      303,
    );
  });
}

async function mergePage(
  c: PageContext,
  noun: Noun,
  wanted: string | null,
  alert: string | null,
  status: 200 | PassedOn = 200,
) {
  const found = await find(c, noun);
  if (!found.ok) return refusalPage(c, found.error);
  if (found.value === null || found.value.isGroup)
    return refusalPage(c, { status: 404, message: `This ${noun.word} no longer exists.` });
  const { id, targets } = found.value;
  const into = targets.find((one) => one.id === parseId(wanted ?? "")) ?? null;
  const foreseen = into === null ? null : await foresee(c.var, { noun, from: id, into: into.id });
  if (foreseen?.ok === false) return refusalPage(c, foreseen.error);
  const isWrong = wanted !== null && into === null;
  c.header("cache-control", "no-store");
  return c.html(
    <MergePage
      noun={noun}
      {...found.value}
      into={into}
      foreseen={foreseen?.value ?? null}
      error={isWrong ? `Choose one of the ${noun.words}.` : null}
      alert={alert}
    />,
    isWrong ? 400 : status,
  );
}

/** The category or tag that the address names; null if it does not exist. */
async function find(c: PageContext, noun: Noun): Promise<Result<Found | null, Refusal>> {
  const id = Number(param(c, "id"));
  if (noun === TAG) {
    const tags = await readTags(c.get("service"));
    if (!tags.ok) return tags;
    const tag = tags.value.find((one) => one.id === id);
    const targets = tags.value
      .filter((one) => one.id !== id && !one.archived)
      .map((one) => ({ id: one.id, label: one.name }));
    return ok(
      tag === undefined ? null : { id, name: tag.name, isGroup: false, members: [], targets },
    );
  }
  const tree = await readCategories(c.get("service"));
  if (!tree.ok) return tree;
  const { all } = arrangeCategories(tree.value);
  const category = all.find((one) => one.id === id);
  if (category === undefined) return ok(null);
  const groups = all.filter((one) => one.is_group && !one.archived && one.id !== id);
  return ok({
    id,
    name: category.name,
    isGroup: category.is_group,
    members: all.filter(({ group_id: group }) => group === id).map((one) => one.id),
    targets: category.is_group
      ? groups.map((one) => ({ id: one.id, label: one.name }))
      : listTargets(all, id),
  });
}

/** Moves the categories of a group to another one, or to none; null if that one does not exist. */
function moveMembers(
  { id, isGroup, members, targets }: Found,
  into: number,
): WantedRecord[] | null {
  if (!isGroup || into === 0) return [];
  if (!targets.some((one) => one.id === into)) return null;
  return members.map((member) => ({
    kind: "category",
    id: member,
    was: { group_id: id },
    set: { group_id: into },
  }));
}
