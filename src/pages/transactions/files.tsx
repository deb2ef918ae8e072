// The receipts and files of a transaction: the receipt's contents, pictures, and the forms that
// attach a chosen, dropped or photographed file. The page shows pictures only if they come from
// this origin; a remote service has its own address.

import { ATTACHMENT_BYTES_MAX, FILES_A_TRANSACTION_MAX } from "../../platform/limits.ts";
import { ConfirmButton } from "../ui/buttons.tsx";
import { describeControl, FieldError } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { printAmount, printBytes } from "../ui/print.ts";
import type { ReadReceipt } from "./read-one.ts";
import { Section } from "./section.tsx";
import type { Transaction, TransactionFile } from "./wire.ts";

/** The files that the service takes. */
const ACCEPTED = "image/jpeg,image/png,image/heic,image/heif,application/pdf";
const PICTURES = ["image/jpeg", "image/png"];

interface FilesProps {
  readonly transaction: Transaction;
  readonly receipt: ReadReceipt | null;
  /** Whether files come from this origin, so that pictures can be shown. */
  readonly isOwn: boolean;
  readonly formKey: string;
  /** Why a file was refused. */
  readonly error: string | null;
}

/** The section of receipts. */
export function Receipts(props: FilesProps) {
  const files = props.transaction.files ?? [];
  return (
    <Section id="files" title={files.length > 1 ? "Receipts and files" : "Receipt"}>
      <ReadLines {...props} />
      {files.length === 0 ? null : (
        <ul class="pictures">
          {files.map((file) => (
            <li id={`file-${file.id}`}>
              <FileShown {...props} file={file} />
            </li>
          ))}
        </ul>
      )}
      {files.length >= FILES_A_TRANSACTION_MAX ? (
        <p class="hint">{`A transaction has at most ${FILES_A_TRANSACTION_MAX} files.`}</p>
      ) : (
        <AttachForms {...props} />
      )}
    </Section>
  );
}

/** The contents of the receipt's message. */
function ReadLines({ receipt, transaction: { currency } }: FilesProps) {
  if (receipt === null) return null;
  const { message, merchant, orderNumber, items } = receipt;
  return (
    <div class="receipt-lines">
      <p>
        {merchant === null ? "" : `${merchant}. `}
        {orderNumber === null ? "" : `Order ${orderNumber}. `}
        <a href={`/inbox/${encodeURIComponent(message)}`}>See its message</a>
      </p>
      {items.length === 0 ? null : (
        <ul class="items">
          {items.map(({ name, quantity, amount }) => (
            <li>
              <span>{quantity === null || quantity === "1" ? name : `${quantity} × ${name}`}</span>
              {amount === null ? null : (
                <span class="number">{printAmount(amount, currency).replace(/^[−+]/, "")}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FileShown({
  file,
  transaction,
  isOwn,
  formKey,
}: FilesProps & { readonly file: TransactionFile }) {
  const path = `/transactions/${transaction.id}/files/${file.id}`;
  const isPicture = isOwn && PICTURES.includes(file.type ?? "");
  return (
    <>
      <a href={path} class={isPicture ? "picture" : undefined}>
        {isPicture ? (
          <img src={path} alt={`Picture ${file.name}`} loading="lazy" decoding="async" />
        ) : null}
        <span>{file.name}</span>
      </a>
      <small>{describeFile(file)}</small>
      <ConfirmButton
        label="Remove"
        of={file.name}
        ask={`${file.name} is removed from the transaction. You can undo that.`}
        action={useTarget(`${path}/remove`)}
        confirm="Remove this file"
        fields={{ key: formKey }}
      />
    </>
  );
}

function describeFile({ size, type, notes }: TransactionFile): string {
  const kind = (type ?? "").replace(/^(image|application)\//, "").toUpperCase();
  // The service counts in thousands of bytes.
  const words = [kind, size == null ? "" : printBytes(size * 1000), notes ?? ""];
  return words.filter((one) => one !== "").join(" · ");
}

/** Two forms: a browser that has no camera leaves the second out. */
function AttachForms({ transaction: { id }, formKey, error }: FilesProps) {
  const action = useTarget(`/transactions/${id}/files`);
  return (
    <div class="attach">
      <form class="drop attach-form" method="post" action={action} encType="multipart/form-data">
        <input type="hidden" name="key" value={formKey} />
        <label for="attach">Attach a receipt</label>
        <input
          type="file"
          id="attach"
          name="file"
          accept={ACCEPTED}
          required
          data-most={String(ATTACHMENT_BYTES_MAX)}
          {...describeControl("attach", error, "attach-hint")}
        />
        <FieldError id="attach" error={error} />
        <small id="attach-hint">
          {`A picture (JPEG, PNG, HEIC) or a PDF of less than ${ATTACHMENT_BYTES_MAX / 1_000_000} MB. You can drop it here.`}
        </small>
        <button type="submit" id="attach-file">
          Attach
        </button>
      </form>
      <form class="attach-form camera" method="post" action={action} encType="multipart/form-data">
        <input type="hidden" name="key" value={formKey} />
        <label for="camera">Take a picture</label>
        <input
          type="file"
          id="camera"
          name="file"
          accept="image/*"
          capture="environment"
          required
        />
        <button type="submit" id="attach-picture">
          Attach the picture
        </button>
      </form>
    </div>
  );
}
