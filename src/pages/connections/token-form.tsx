// The form that connects a budget by a developer token.

import { TOKEN_CHARS_MAX } from "../../platform/limits.ts";
import { InputField } from "../ui/fields.tsx";

interface TokenFormProps {
  /** The service or budget that the token is for, in words. */
  readonly of: string;
  /** The page to return to. */
  readonly next: string;
}

/** The form; a token is never shown again. */
export function TokenForm({ of, next }: TokenFormProps) {
  return (
    <form class="row-form" method="post" action="/connections">
      <input type="hidden" name="next" value={next} />
      <InputField
        label={`Developer token for ${of}`}
        name="token"
        type="password"
        required
        maxlength={TOKEN_CHARS_MAX}
        autocomplete="off"
        spellcheck={false}
      />
      <button type="submit">Use the token</button>
    </form>
  );
}
