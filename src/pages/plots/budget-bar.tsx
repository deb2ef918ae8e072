// The bar of a budget line: the spent part is solid, the expected part hatched, and a tick marks
// the end of the budget. Its lengths are attributes, since the pages' content security policy
// allows no inline style. The page shows the same in words.

/** The lengths of a bar in percent of its width. */
export interface BarLengths {
  /** Spent within the budget. */
  readonly spent: number;
  /** Spent beyond the budget. */
  readonly over: number;
  /** Still expected; begins at the end of the spent part. */
  readonly expected: number;
  /** Where the budget ends; null if that is the end of the bar. */
  readonly end: number | null;
}

/** Measures a bar. Amounts are in one unit; negative ones count as 0. Pure. */
export function measureBar(spent: number, expected: number, limit: number): BarLengths {
  const [done, coming] = [Math.max(0, spent), Math.max(0, expected)];
  const end = Math.max(0, limit);
  const whole = Math.max(done + coming, end);
  if (whole === 0) return { spent: 0, over: 0, expected: 0, end: null };
  const percent = (part: number) => Math.round((part / whole) * 1000) / 10;
  const within = Math.min(done, end);
  return {
    spent: percent(within),
    over: percent(done - within),
    expected: percent(coming),
    end: end === whole ? null : percent(end),
  };
}

/** The bar. It is hidden from screen readers, which read the words. */
export function BudgetBar(props: {
  readonly spent: number;
  readonly expected: number;
  /** The amount that could be spent. */
  readonly limit: number;
}) {
  const { spent, over, expected, end } = measureBar(props.spent, props.expected, props.limit);
  return (
    <svg class="budget-bar" width="100%" height="10" aria-hidden="true" focusable="false">
      <rect class="bar-ground" x="0" y="1" width="100%" height="8" rx="2" />
      <rect class="bar-spent" x="0" y="1" width={`${spent}%`} height="8" rx="2" />
      <rect class="bar-over" x={`${spent}%`} y="1" width={`${over}%`} height="8" />
      <rect
        x={`${spent + over}%`}
        y="1"
        width={`${expected}%`}
        height="8"
        fill="url(#hatch)"
        stroke="none"
      />
      {end === null ? null : (
        <line class="bar-end" x1={`${end}%`} x2={`${end}%`} y1="0" y2="10" stroke-width="2" />
      )}
    </svg>
  );
}

/** The hatching that the plots of a page refer to, included once on each page. */
export function Hatching() {
  return (
    <svg class="hidden" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse">
          <path class="hatch-line" d="M-1 1L1 -1M0 5L5 0M4 6L6 4" stroke-width="1.4" />
        </pattern>
      </defs>
    </svg>
  );
}
