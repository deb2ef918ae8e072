// The questions of files that were uploaded together. Files with the same question are answered by
// one form, which shows the first rows of one of them. A person can untick the files that the
// answer is not for.

import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import type { LayoutPreview, Question } from "../ui/wire.ts";
import { listAskedNow, MoreQuestions, NewAccount, QuestionField } from "./questions.tsx";
import { Sample } from "./sample.tsx";
import type { Asking } from "./upload-summary.ts";

/** A group of files with the same questions, and the first rows of its first file. */
export interface ShownAsking extends Asking {
  readonly sample: LayoutPreview | null;
}

interface AskingProps {
  /** The path of the upload's page. */
  readonly path: string;
  readonly groups: readonly ShownAsking[];
  /** The parts of the page that an answer replaces (public/swap.js). */
  readonly swap: string;
}

/** A form for each group. */
export function UploadQuestions({ path, groups, swap }: AskingProps) {
  return (
    <>
      {groups.map((group, index) => (
        <Group path={path} group={group} next={groups[index + 1] ?? null} swap={swap} />
      ))}
    </>
  );
}

function Group({
  path,
  group,
  next,
  swap,
}: {
  readonly path: string;
  readonly group: ShownAsking;
  /** The group whose form comes next; null for the last. */
  readonly next: ShownAsking | null;
  readonly swap: string;
}) {
  const { imports, questions, sample } = group;
  const [first] = imports;
  const asked = listAskedNow(questions);
  // The id does not contain the group's number: after an answer the next group would get it,
  // although it was not shown yet.
  const at = first.id;
  const id = `asks-${at}`;
  const focus = next === null ? "sentence" : `asks-${next.imports[0].id} sentence`;
  return (
    <section class="asks" id={id} aria-labelledby={`${id}-title`} tabindex={-1}>
      <h2 id={`${id}-title`}>
        {imports.length === 1
          ? `${first.document.name} needs an answer`
          : `${plural(imports.length, "file")} need the same answer`}
      </h2>
      <form
        class="questions"
        method="post"
        action={useTarget(`${path}/answers`)}
        data-swap={swap}
        data-focus={focus}
      >
        <Files group={group} at={at} />
        {sample === null ? null : <Sample run={first} sample={sample} questions={asked} />}
        {asked.map((question) => (
          <Asked path={path} group={group} question={question} at={at} />
        ))}
        <MoreQuestions left={questions.length - asked.length} />
        <p class="actions">
          {asked.every(({ choices }) => choices.length === 0) ? null : (
            <button id={`answer-${at}`} class="primary" type="submit">
              {imports.length === 1 ? "Answer" : `Answer for ${plural(imports.length, "file")}`}
            </button>
          )}
          <span class="hint">Your answers are remembered for the next file with this layout.</span>
        </p>
      </form>
    </section>
  );
}

/** The files of a group: a single one is named, several have a tick each. */
function Files({ group: { imports }, at }: { readonly group: ShownAsking; readonly at: string }) {
  const [first] = imports;
  if (imports.length === 1) return <input type="hidden" name="import" value={first.id} />;
  const names = imports.map(({ document }) => document.name);
  return (
    <details class="files">
      <summary>{`${names[0] ?? ""} … ${names.at(-1) ?? ""}`}</summary>
      <p class="hint">Untick the files that this answer is not for. They are asked again.</p>
      {imports.map(({ id, document: { name, folder } }, index) => (
        <label class="tick">
          <input id={`file-${at}-${index}`} type="checkbox" name="import" value={id} checked />
          {folder === undefined ? name : `${folder}/${name}`}
        </label>
      ))}
    </details>
  );
}

interface AskedProps {
  readonly path: string;
  readonly group: ShownAsking;
  readonly question: Question;
  readonly at: string;
}

function Asked({ path, group: { imports }, question, at }: AskedProps) {
  const [first] = imports;
  return (
    <QuestionField
      run={first}
      question={question}
      legend={askOfSeveral(question, imports.length)}
      at={at}
    >
      <NewAccount
        run={first}
        question={question}
        action={useTarget(`${path}/accounts`)}
        label={
          imports.length === 1
            ? "Create account and continue"
            : `Create account for ${plural(imports.length, "file")}`
        }
        buttonId={`create-${at}`}
      />
    </QuestionField>
  );
}

function askOfSeveral({ id, ask }: Question, files: number): string {
  return id === "account" && files > 1 ? "Which account are these statements for?" : ask;
}
