// Draws every table of a plot above itself: one line for each column, distinguished by dash, colour
// and the name at its end. The exact figures of a month, chosen by the pointer or the arrow keys,
// are shown beside the pointer and in words below the plot. They are taken from the table, since
// the drawn numbers are only positions on the screen.

import uPlot from "./uplot.js";

const HEIGHT = { large: 260, small: 150 };
const DASHES = { solid: [], dashed: [9, 5], dotted: [2, 4] };
/** The dashes of the line to the current month, which is not over. */
const NOW_DASH = [3, 4];
/** Room for the names at the lines' ends. */
const NAMES_WIDTH = 72;

const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const drawn = new Map();

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "300px" },
);

for (const figure of document.querySelectorAll("figure[data-plot='yes']")) {
  figure.querySelector("details").open = false;
  const box = document.createElement("div");
  box.className = `plot-box${isLarge(figure) ? " large" : ""}`;
  figure.prepend(box);
  seen.observe(figure);
}

// Canvases do not follow the sheet by themselves.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
matchMedia("(forced-colors: active)").addEventListener("change", redraw);

let resizing = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => {
    for (const [figure, { plot, box }] of drawn)
      plot.setSize({ width: box.clientWidth, height: heightOf(figure) });
  });
});

function redraw() {
  for (const [figure, { plot }] of drawn) {
    plot.destroy();
    figure.querySelector(".plot-box").replaceChildren();
    figure.querySelector(".plot-said")?.remove();
    draw(figure);
  }
}

function isLarge(figure) {
  return seriesOf(figure).length > 1;
}

function heightOf(figure) {
  return isLarge(figure) ? HEIGHT.large : HEIGHT.small;
}

/** The columns that are drawn. */
function seriesOf(figure) {
  return [...figure.querySelectorAll("thead th[data-dash]")]
    .map((head, index) => ({
      index,
      label: head.textContent.trim(),
      dash: DASHES[head.dataset.dash],
      ink: head.dataset.ink ?? "line",
    }))
    .filter(({ dash }) => dash !== undefined);
}

/** The rows from the oldest to the newest. */
function rowsOf(figure) {
  return [...figure.querySelectorAll("tbody tr")]
    .reverse()
    .map((row) => ({
      label: row.dataset.label,
      isNow: row.dataset.label === "now",
      cells: [...row.querySelectorAll("td")],
    }));
}

function draw(figure) {
  const box = figure.querySelector(".plot-box");
  const rows = rowsOf(figure);
  const series = seriesOf(figure);
  const values = series.map(({ index }) =>
    rows.map(({ cells }) =>
      cells[index].dataset.value === undefined ? null : Number(cells[index].dataset.value),
    ),
  );
  // The current month is drawn differently: a dashed line to a hollow point.
  const hasNow = rows.length > 1 && rows[rows.length - 1].isNow;
  const nowFrom = hasNow ? rows.length - 2 : rows.length;
  const ink = inkOf(box);
  const said = figure.insertBefore(document.createElement("p"), box.nextSibling);
  said.className = "plot-said hint";
  said.setAttribute("aria-live", "polite");
  const tip = document.createElement("div");
  tip.className = "plot-tip";
  tip.hidden = true;
  // Screen readers read the line below; the tip shows the same.
  tip.setAttribute("aria-hidden", "true");

  const say = (plot) => {
    const at = plot?.cursor.idx ?? null;
    const shown = at ?? rows.length - 1;
    const facts = series.map(
      ({ index, label }) => `${label} ${rows[shown].cells[index].textContent.trim() || "unknown"}`,
    );
    said.textContent = `${rows[shown].label}: ${facts.join("; ")}`;
    tip.hidden = at === null;
    if (at === null) return;
    tip.textContent = [rows[at].label, ...facts].join("\n");
    placeTip(plot, tip, at);
  };
  const options = {
    width: box.clientWidth,
    height: heightOf(figure),
    padding: [12, series.length > 1 ? NAMES_WIDTH : 14, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: false, range: (_, low, high) => [low, high] }, y: { range: rangeOf } },
    axes: [
      {
        ...ink.axis,
        values: (_, places) =>
          places.map((at) => (Number.isInteger(at) ? (rows[at]?.label ?? "") : "")),
        incrs: [1, 2, 3, 6, 12, 24],
        space: 70,
        size: 28,
      },
      {
        ...ink.axis,
        values: (_, places) => places.map((at) => compact.format(at).replace("-", "\u2212")),
        size: 56,
        label: figure.dataset.currency,
        labelSize: 18,
        labelFont: ink.font,
      },
    ],
    series: [
      {},
      ...series.map(({ label, dash, ink: name }) => ({
        label,
        dash,
        stroke: ink[name],
        width: dash.length === 0 ? 2 : 1.5,
        points: { show: rows.length <= 36 && dash.length === 0, size: 5, fill: ink[name] },
        spanGaps: false,
      })),
      ...series.map(({ ink: name }) => ({
        stroke: ink[name],
        dash: NOW_DASH,
        width: 1.5,
        points: { show: hasNow, filter: lastPoint, size: 8, width: 2, fill: ink.paper },
        spanGaps: false,
      })),
    ],
    hooks: {
      setCursor: [say],
      draw: series.length > 1 ? [(plot) => nameLines(plot, series, values, ink)] : [],
    },
  };
  const past = values.map((column) => (hasNow ? [...column.slice(0, -1), null] : column));
  const now = values.map((column) => column.map((value, at) => (at >= nowFrom ? value : null)));
  const plot = new uPlot(options, [rows.map((_, at) => at), ...past, ...now], box);
  box.append(tip);
  box.addEventListener("pointerleave", () => say(null));
  box.addEventListener("blur", () => say(null));
  drawn.set(figure, { plot, box });
  say(null);
  box.tabIndex = 0;
  box.setAttribute("role", "img");
  box.setAttribute(
    "aria-label",
    `${figure.dataset.title}, in ${figure.dataset.currency}. ${summary(rows, series)} Use the arrow keys to move through the months.`,
  );
  box.onkeydown = (event) => walk(event, plot, rows.length);
}

/** The line to the current month has a point at its end alone. */
function lastPoint(plot) {
  return [plot.data[0].length - 1];
}

/** Places the tip beside the pointer or the month that the keys have chosen, inside the picture. */
function placeTip(plot, tip, at) {
  const left = plot.bbox.left / devicePixelRatio + plot.valToPos(at, "x");
  const isRight = left + 16 + tip.offsetWidth > plot.width;
  const x = isRight ? Math.max(0, left - 12 - tip.offsetWidth) : left + 12;
  const top = plot.bbox.top / devicePixelRatio;
  const y = Math.max(top, top + (plot.cursor.top ?? 0) - tip.offsetHeight - 8);
  tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** Nought is always in the picture where it is near, so that a debt is seen as one and a small change as small. */
function rangeOf(_, low, high) {
  if (low === null || high === null) return [0, 1];
  const [bottom, top] = [Math.min(0, low), Math.max(0, high)];
  const room = (top - bottom || 1) * 0.06;
  return [bottom === 0 ? 0 : bottom - room, top === 0 ? 0 : top + room];
}

function summary(rows, series) {
  const first = series[0].index;
  const known = rows.filter(({ cells }) => cells[first].dataset.value !== undefined);
  if (known.length === 0) return "No values are known.";
  const [from, to] = [known[0], known[known.length - 1]];
  return `From ${from.cells[first].textContent.trim()} in ${from.label} to ${to.cells[first].textContent.trim()} in ${to.label}.`;
}

function walk(event, plot, count) {
  const at = plot.cursor.idx ?? count - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const index = Math.max(0, Math.min(count - 1, to));
  plot.setCursor({ left: plot.valToPos(index, "x"), top: 0 });
}

/** The sheet's own inks, as a canvas takes them. */
function inkOf(box) {
  const probe = box.appendChild(document.createElement("i"));
  const of = (name) => {
    probe.className = name;
    return getComputedStyle(probe).color;
  };
  const [line, faint, grid] = [of("plot-line"), of("plot-faint"), of("plot-grid")];
  const [have, owe, paper] = [of("plot-have"), of("plot-owe"), of("plot-paper")];
  probe.remove();
  const font = "12px system-ui, -apple-system, sans-serif";
  return {
    line,
    have,
    owe,
    paper,
    font,
    axis: {
      stroke: faint,
      font,
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1, size: 4 },
    },
  };
}

/** Each line's name at its last known place, kept apart from its neighbours. */
function nameLines(plot, series, values, { font, ...ink }) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const ends = series
    .map(({ label, ink: name }, at) => ({
      label,
      name,
      value: values[at].findLast((value) => value !== null),
    }))
    .filter(({ value }) => value !== undefined)
    .map(({ label, name, value }) => ({ label, name, y: plot.valToPos(value, "y", true) }))
    .sort((a, b) => a.y - b.y);
  ctx.save();
  ctx.font = font.replace("12px", `${12 * ratio}px`);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  let below = -Infinity;
  for (const { label, name, y } of ends) {
    const place = Math.max(y, below + 14 * ratio);
    ctx.fillStyle = ink[name];
    ctx.fillText(label, bbox.left + bbox.width + 6 * ratio, place);
    below = place;
  }
  ctx.restore();
}
