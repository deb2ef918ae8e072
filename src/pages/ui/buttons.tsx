// Buttons that act without scripts, each in its own form, and the button that copies a text.

import type { Child } from "hono/jsx";

interface PostButtonProps {
  readonly action: string;
  readonly label: string;
  /** The label for screen readers, where the visible one does not name its object. */
  readonly ariaLabel?: string;
  readonly primary?: boolean;
  /** Hidden fields that are sent along. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that posts to one address. */
export function PostButton({
  action,
  label,
  ariaLabel,
  primary = false,
  fields = {},
}: PostButtonProps) {
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button class={primary ? "primary" : undefined} type="submit" aria-label={ariaLabel}>
        {label}
      </button>
    </form>
  );
}

interface ConfirmButtonProps {
  readonly label: string;
  /** What the label acts on, for screen readers. */
  readonly of?: string;
  /** The question or the warning before the action. */
  readonly ask: string;
  readonly action: string;
  /** The label of the button that acts. */
  readonly confirm: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that asks once before it acts. */
export function ConfirmButton({
  label,
  of,
  ask,
  action,
  confirm,
  fields = {},
}: ConfirmButtonProps) {
  return (
    <details class="ask-once">
      <summary aria-label={of === undefined ? undefined : `${label} ${of}`}>{label}</summary>
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <p>{ask}</p>
        <button class="danger" type="submit">
          {confirm}
        </button>
      </form>
    </details>
  );
}

/** A text with a button that copies it (public/copy.js). */
export function CopyableText({
  id,
  text,
  before,
  ariaLabel,
}: {
  readonly id: string;
  readonly text: string;
  /** Shown in front of the text. */
  readonly before?: Child;
  readonly ariaLabel?: string;
}) {
  return (
    <p class="secret">
      {before}
      <code id={id}>{text}</code>
      <button class="with-scripts" type="button" data-copy={id} aria-label={ariaLabel}>
        Copy
      </button>
    </p>
  );
}
