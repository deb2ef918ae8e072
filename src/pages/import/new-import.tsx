// The import page: choose the account, then drop a file. The account comes first because choosing a
// file starts the upload at once. Importing always needs a confirmation.

import { AccountOptions, Field } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Account } from "../ui/wire.ts";
import { AccountFields } from "./account-fields.tsx";
import { describeFormats, READ_ACCEPT } from "./words.ts";

interface NewImportProps {
  readonly accounts: readonly Account[];
  /** The id of the preselected account. */
  readonly chosen: string | null;
  readonly alert?: string | null;
  /** The size of the largest file. */
  readonly uploadBytes: number;
}

/** The form to drop or choose a file. */
export function NewImport({ accounts, chosen, alert = null, uploadBytes }: NewImportProps) {
  return (
    <Shell title="Import files" current="/" scripts={["/upload.js"]}>
      <h1>Import files</h1>
      <p class="lead">
        Choose one or more statement files from your bank, or a whole folder. You get a preview
        before anything is imported.
      </p>
      <Alert message={alert} />
      <form
        id="upload"
        class="stack"
        method="post"
        action={useTarget("/imports")}
        enctype="multipart/form-data"
        data-bytes-max={uploadBytes}
      >
        <input type="hidden" name="preview" value="true" />
        <Field label="Account">
          <select id="account" name="account">
            <option value="">Detect from each file</option>
            <AccountOptions accounts={accounts} chosen={chosen} />
          </select>
        </Field>
        <div id="drop" class="drop">
          <label class="pick">
            <span class="pick-title">Choose files</span>
            <span class="pick-hint" id="file-hint">
              <span class="with-scripts">or drop files and folders anywhere on this page. </span>
              {describeFormats(uploadBytes)}
            </span>
            <input
              id="file"
              name="file"
              type="file"
              multiple
              aria-describedby="file-hint"
              accept={READ_ACCEPT}
            />
          </label>
          <label class="pick-folder">
            <span class="button">Choose a folder</span>
            <input id="folder" name="file" type="file" multiple webkitdirectory="" />
          </label>
          <Uploading />
        </div>
        <p id="upload-alert" class="alert" role="alert" hidden />
        <button class="primary without-scripts" type="submit">
          Preview
        </button>
      </form>
      <MakeAccount />
    </Shell>
  );
}

/** How far an upload is. */
function Uploading() {
  return (
    <div id="uploading" class="uploading" hidden>
      <progress id="upload-progress" max="1" aria-label="Upload" />
      <p id="upload-status" role="status" />
      <button id="upload-cancel" class="quiet" type="button">
        Cancel
      </button>
    </div>
  );
}

function MakeAccount() {
  return (
    <details class="panel" id="make-account">
      <summary>Create an account</summary>
      <form id="new-account" class="row-form" method="post" action={useTarget("/accounts")}>
        <AccountFields required />
        <button type="submit">Create account</button>
        <p id="new-account-alert" class="alert" role="alert" hidden />
      </form>
    </details>
  );
}
