// The forms that connect a bank, a wallet or an exchange, and the form that changes the credentials
// of one.

import { LastFault } from "./cells.tsx";
import { DescribedInput } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { ScheduleSource } from "../schedules/wire.ts";
import { Credential, Setting, settingText } from "../sources/fields.tsx";
import { SetupToken } from "./banks.tsx";
import type { Feed } from "./feeds.ts";
import type { Refused } from "../ui/refused-form.ts";
import type { CoinSource } from "./wire.ts";

const NAME_CHARS_MAX = 45;

/** The page that connects a bank. */
export function ConnectBank({
  feed,
  refused,
}: {
  readonly feed: Feed;
  readonly refused: string | null;
}) {
  return (
    <Shell title="Connect a bank" current="/accounts">
      <Head title="Connect a bank" help={feed.help} />
      <form class="stack" method="post" action={useTarget("/accounts/banks")}>
        <p>
          Sign in to your SimpleFIN server, for example SimpleFIN Bridge. Connect your bank there
          and get a setup token. Paste the token here. Tributary then creates the bank’s accounts
          right away.
        </p>
        <SetupToken id="token" refused={refused} />
        <div class="actions">
          <button class="primary" type="submit">
            Connect
          </button>
        </div>
      </form>
    </Shell>
  );
}

interface ConnectCoinsProps {
  readonly feed: Feed;
  readonly source: ScheduleSource;
  readonly refused: Refused | null;
}

/** The page that connects a wallet or an exchange. */
export function ConnectCoins({ feed, source, refused }: ConnectCoinsProps) {
  const title = `Connect ${feed.label}`;
  // A wallet that a schedule reads becomes a holding, and a holding needs a name.
  const isNamed = feed.provider === null;
  return (
    <Shell title={title} current="/accounts">
      <Head title={title} help={feed.help} />
      <form
        class="stack layout-form schedule-form"
        method="post"
        action={useTarget(`/accounts/new/${feed.id}`)}
      >
        <Alert message={refused?.message ?? null} />
        <DescribedInput
          id="name"
          label={isNamed ? "Name" : "Name (optional)"}
          error={refused?.errors.get("name") ?? null}
          help="Your own name for it."
          name="name"
          required={isNamed}
          maxlength={NAME_CHARS_MAX}
          value={refused?.typed.get("name") ?? ""}
        />
        <SourceFieldsets source={source} refused={refused} settings={{}} isSet={false} />
        <div class="actions">
          <button class="primary" type="submit">
            Connect
          </button>
        </div>
      </form>
    </Shell>
  );
}

interface ChangeCoinsProps {
  readonly id: number;
  readonly name: string;
  readonly source: ScheduleSource;
  readonly known: CoinSource;
  readonly refused: Refused | null;
}

/** The page that changes the settings and credentials of a synced account. */
export function ChangeCoins({ id, name, source, known, refused }: ChangeCoinsProps) {
  return (
    <Shell title={name} current="/accounts">
      <Head title={name} help="The current balances stay until the next update." />
      <LastFault reason={known.reason} />
      <form
        class="stack layout-form schedule-form"
        method="post"
        action={useTarget(`/accounts/coins/${id}/source`)}
      >
        <Alert message={refused?.message ?? null} />
        <SourceFieldsets source={source} refused={refused} settings={known.settings} isSet />
        <div class="actions">
          <button class="primary" type="submit">
            Save and update now
          </button>
        </div>
      </form>
    </Shell>
  );
}

function SourceFieldsets({
  source,
  refused,
  settings,
  isSet,
}: {
  readonly source: ScheduleSource;
  readonly refused: Refused | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly isSet: boolean;
}) {
  const error = (name: string) => refused?.errors.get(name) ?? null;
  return (
    <>
      <fieldset>
        <legend>Source</legend>
        {source.fields.map((field) => (
          <Setting
            field={field}
            fields={source.fields}
            value={refused?.typed.get(`setting.${field.name}`) ?? settingText(settings[field.name])}
            error={error(`setting.${field.name}`)}
          />
        ))}
      </fieldset>
      {source.secrets.length === 0 ? null : (
        <fieldset>
          <legend>Credentials</legend>
          <p class="hint">{`They are stored encrypted, sent to this source only, and never shown again.${isSet ? " Enter all of them again." : ""}`}</p>
          {source.secrets.map((field) => (
            <Credential
              field={field}
              isSet={false}
              required={field.optional !== true}
              error={error(`secret.${field.name}`)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function Head({ title, help }: { readonly title: string; readonly help: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p class="origin">
        <a href="/accounts">All accounts</a>
      </p>
      <p class="lead">{help}</p>
    </>
  );
}
