// The page where a person types the code that a tool in a terminal shows, sees which tool asks, and
// lets it in or not. Opening the page decides nothing.

import type { AskingTool } from "../../oauth/tool-login/object.ts";
import { InputField } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert, Shell } from "../ui/shell.tsx";

/** The form for the code. */
export function ToolCode({ alert = null }: { readonly alert?: string | null }) {
  return (
    <Shell title="Sign in a tool" current="/keys">
      <h1>Sign in a tool</h1>
      <p class="lead">
        The command <code>tributary login</code> shows a code of eight letters in your terminal.
        Type it here.
      </p>
      <Alert message={alert} />
      <form class="row-form" method="post" action={useTarget("/tool")}>
        <InputField
          label="Code"
          name="code"
          required
          maxlength={20}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="BCDF-GHJK"
        />
        <button class="primary" type="submit">
          Continue
        </button>
      </form>
    </Shell>
  );
}

interface ToolQuestionProps {
  /** As it is shown: "BCDF-GHJK". */
  readonly code: string;
  readonly asking: AskingTool;
  /** The name of the budget that the tool would send to. */
  readonly budget: string;
  /** Whether the tool asks from the network that this browser is in. */
  readonly isNear: boolean;
}

/** The question whether the tool is let in. */
export function ToolQuestion({ code, asking, budget, isNear }: ToolQuestionProps) {
  return (
    <Shell title="Sign in a tool" current="/keys">
      <h1>{`Let “${asking.tool}” in?`}</h1>
      {isNear ? null : (
        <Alert
          message={`It asks from another network than yours (${asking.network}). If you did not start it there yourself, deny it.`}
        />
      )}
      <dl class="facts">
        <div>
          <dt>Code</dt>
          <dd>{code}</dd>
        </div>
        <div>
          <dt>Budget</dt>
          <dd>{budget}</dd>
        </div>
        <div>
          <dt>Asked</dt>
          <dd>
            <Moment at={asking.askedAt} />
          </dd>
        </div>
      </dl>
      <p>
        It will be able to send files and mail to this budget and see the results. It gets an import
        key, which you can revoke at any time.
      </p>
      <form class="stack" method="post" action={useTarget("/tool/decide")}>
        <input type="hidden" name="code" value={code} />
        <label class="tick">
          <input type="checkbox" name="reads" value="true" checked />
          <span>It may also read my transactions, to export them</span>
        </label>
        <p class="hint">
          Any program can give itself this name. Let it in only if you started it and your terminal
          shows this code.
        </p>
        <p class="actions">
          <button class="primary" type="submit" name="decision" value="allow">
            Let it in
          </button>
          <button type="submit" name="decision" value="deny">
            Deny
          </button>
        </p>
      </form>
    </Shell>
  );
}
