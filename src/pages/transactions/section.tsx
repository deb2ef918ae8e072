// A section of the page of one transaction, with its heading.

import type { Child } from "hono/jsx";

/** A section that its heading names. */
export function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children?: Child;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
