// Passkeys on the profile, and the button that signs in or confirms with one. The button is hidden
// until a script finds that the browser has passkeys (public/passkey.js). The password works
// everywhere instead.

import { InputField } from "../ui/fields.tsx";
import { DataTable, hidden } from "../ui/table.tsx";
import { ConfirmButton } from "../ui/buttons.tsx";
import { PERSON_NAME_CHARS_MAX } from "../../platform/limits.ts";
import type { PasskeyListing } from "../../oauth/passkeys/store.ts";
import { Moment } from "../ui/moment.tsx";

export const PASSKEY_SCRIPT = "/passkey.js";

interface PasskeyButtonProps {
  readonly label: string;
  /** Where its options come from, and which of the form's fields they need. */
  readonly options: string;
  readonly fields?: string;
  readonly kind?: "get" | "create";
  readonly danger?: boolean;
}

/** A submit button that sends the form with the passkey's answer, without its required fields. */
export function PasskeyButton({
  label,
  options,
  fields = "",
  kind = "get",
  danger = false,
}: PasskeyButtonProps) {
  return (
    <>
      <input type="hidden" name="credential" value="" autocomplete="off" />
      <button
        type="submit"
        class={danger ? "danger" : undefined}
        formnovalidate={kind === "get"}
        data-passkey={kind}
        data-options={options}
        data-fields={fields}
        hidden
      >
        {label}
      </button>
    </>
  );
}

/** What the person must show before a passkey is added; null if none can be added. */
export type AddingPasskey = "nothing" | "password" | "another sign-in" | null;

/** The person's passkeys, and a form for another. */
export function Passkeys({
  passkeys,
  adding,
}: {
  readonly passkeys: readonly PasskeyListing[];
  readonly adding: AddingPasskey;
}) {
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p class="hint">
        A passkey signs you in with your fingerprint, your face or your device’s PIN. Nobody can
        guess it, and no other site can use it. Your password keeps working.
      </p>
      {passkeys.length === 0 ? null : <PasskeyTable passkeys={passkeys} />}
      {adding === null ? (
        <p>Passkeys cannot be used at this address. They need a host name, such as localhost.</p>
      ) : (
        <AddPasskey adding={adding} />
      )}
    </section>
  );
}

function AddPasskey({ adding }: { readonly adding: Exclude<AddingPasskey, null> }) {
  if (adding === "another sign-in")
    return (
      <p>To add a passkey, sign out and sign in again. You can then add one within ten minutes.</p>
    );
  return (
    <>
      <p class="without-scripts">To add a passkey, turn on JavaScript in this browser.</p>
      <p data-passkeys="impossible" hidden>
        This browser cannot use passkeys at this address.
      </p>
      <form
        class="row-form with-scripts"
        method="post"
        action="/account/passkeys"
        data-passkeys="possible"
        hidden
      >
        <InputField
          label="Passkey name"
          name="label"
          maxlength={PERSON_NAME_CHARS_MAX}
          autocomplete="off"
          placeholder="Laptop"
        />
        {adding === "password" ? (
          <InputField
            label="Your password"
            name="password"
            type="password"
            required
            autocomplete="current-password"
          />
        ) : null}
        <PasskeyButton
          kind="create"
          label="Add a passkey"
          options="/account/passkeys/options"
          fields="password"
        />
      </form>
    </>
  );
}

function PasskeyTable({ passkeys }: { readonly passkeys: readonly PasskeyListing[] }) {
  return (
    <DataTable
      class="keys"
      caption="Your passkeys"
      columns={["Name", "Site", "Added", "Last used", hidden("Remove")]}
    >
      {passkeys.map((passkey) => (
        <tr>
          <th scope="row">{passkey.label}</th>
          <td data-label="site">{passkey.rp_id}</td>
          <td data-label="added">
            <Moment at={passkey.created_at} />
          </td>
          <td data-label="last used">
            <LastUse {...passkey} />
          </td>
          <td>
            <ConfirmButton
              label="Remove…"
              of={passkey.label}
              ask={`You can no longer sign in with “${passkey.label}”. Browsers that are signed in stay signed in; sign them out below. Your device may keep offering the passkey until you delete it there.`}
              action={`/account/passkeys/${passkey.id}/remove`}
              confirm="Remove"
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function LastUse({ last_used_at: lastUsedAt, regressed_at: regressedAt }: PasskeyListing) {
  if (regressedAt !== null) {
    return (
      <span>
        Blocked since <Moment at={regressedAt} />: it may have been copied, because its usage
        counter went backwards. Remove it. If it is yours, add it again.
      </span>
    );
  }
  return lastUsedAt === null ? <>never</> : <Moment at={lastUsedAt} />;
}
