import { Link } from "@remix-run/react";
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
} from "react";
import {
  type Bar,
  formatMark,
  formatShort,
  formatValue,
  fromFirstValue,
  type StackedChart,
  scaleFor,
  sumOf,
  type Unit,
} from "#app/domain/overview/charts.ts";

/** The heights of a plot, and of a line of the labels below it, in pixels. */
const PLOT_PX = 168;
const TALL_PLOT_PX = 216;
const TOP_PX = 20;
/** Up to this many bars are wide enough for their totals. */
const MOST_TOTALS = 13;
const LABEL_PX = 24;
/** The width of a digit of a mark, and the share of its place that a bar takes. */
const DIGIT_PX = 7;
const BAR_SHARE = 0.68;

type Place = { bars: number; top: number; height: number };

type StackedBarsProps = StackedChart & {
  id: string;
  title: string;
  unit: Unit;
  /** The heading of the labels in the table, and how the table and the hover text call a bar. */
  heading: string;
  nameOf: (key: string) => string;
  /** Where the name of a bar leads to, if anywhere. */
  addressOf?: (key: string) => string;
  /** One bar in this many has a label, counted from the last. */
  labelEvery: number;
  empty: string;
  isTall?: boolean;
  children?: ReactNode;
};

/**
 * Stacked vertical bars on a scale of round numbers, drawn on the server. A bar shows its values (`useShownBar`), and a table has
 * them all (docs/product.md, 'Overview').
 */
export function StackedBars({ bars: all, ...chart }: StackedBarsProps) {
  const { id, title, kinds, unit, empty, children } = chart;
  const bars = fromFirstValue(all);
  const props = { ...chart, bars };
  const highest = Math.max(0, ...bars.map(({ values }) => sumOf(values)));
  return (
    <section aria-labelledby={id} className="chart">
      <div className="chart-head">
        <h2 id={id}>{title}</h2>
        {children}
        {kinds.length > 1 && (
          <ul className="chart-legend">
            {kinds.map((kind, n) => (
              <li key={kind}>
                <svg width="12" height="12" aria-hidden="true" className={`chart-kind-${n}`}>
                  <rect width="12" height="12" rx="3" />
                </svg>
                <span>{kind}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {highest === 0 ? <p className="chart-empty">{empty}</p> : <Plot {...props} marks={scaleFor(highest, unit)} />}
      {highest > 0 && <ChartTable {...props} />}
    </section>
  );
}

/**
 * The bar that shows its values: the one under the pointer or with the focus. A chart without links is one stop of the Tab key. Arrows
 * lead from bar to bar, Escape hides the values, and a finger shows them before it follows a link.
 */
function useShownBar(count: number) {
  const [shown, setShown] = useState(-1);
  const tapped = useRef(-1);
  const barsIn = (chart: Element) => [...chart.querySelectorAll<SVGGElement>(".chart-bar")];
  const indexOf = ({ target, currentTarget }: SyntheticEvent<Element>) =>
    barsIn(currentTarget).findIndex((bar) => bar.contains(target as Element));
  const hide = () => setShown(-1);
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") hide();
    if (!step) return;
    event.preventDefault();
    const next = (shown + step + count) % count;
    setShown(next);
    // A bar without a link takes no focus.
    barsIn(event.currentTarget)[next]?.focus();
  };
  const onClickCapture = (event: MouseEvent<Element>) => {
    const bar = indexOf(event);
    if ((event.nativeEvent as PointerEvent).pointerType === "touch" && bar !== tapped.current) event.preventDefault();
    tapped.current = bar;
  };
  const events = {
    onPointerOver: (event: SyntheticEvent<Element>) => setShown(indexOf(event)),
    onPointerLeave: hide,
    onFocus: (event: SyntheticEvent<Element>) => setShown(indexOf(event) < 0 ? count - 1 : indexOf(event)),
    onBlur: hide,
    ...{ onKeyDown, onClickCapture },
  };
  return { shown, events };
}

function Plot(props: StackedBarsProps & { marks: number[] }) {
  const { title, kinds, bars, unit, nameOf, labelEvery, addressOf, isTall = false, marks } = props;
  const place: Place = { bars: bars.length, top: marks.at(-1) ?? 1, height: isTall ? TALL_PLOT_PX : PLOT_PX };
  const texts = marks.map((mark) => formatMark(mark, unit));
  const bottom = TOP_PX + place.height;
  const height = bottom + LABEL_PX * (bars.some(({ label }) => label.includes(" ")) ? 2 : 1);
  const { shown, events } = useShownBar(bars.length);
  const bar = bars[shown];
  const last = bars.at(-1);
  const summary = last ? ` ${nameOf(last.key)}: ${formatValue(sumOf(last.values), unit)}.` : "";
  return (
    <div className="chart-plot">
      <svg aria-hidden="true" width={Math.max(...texts.map(({ length }) => length)) * DIGIT_PX} height={height}>
        {marks.map((mark, n) => (
          <text key={mark} x="100%" y={yOf(mark, place) + 4} className="chart-mark">
            {texts[n]}
          </text>
        ))}
      </svg>
      <svg
        role={addressOf ? "group" : "img"}
        aria-label={`${title}, a chart. The table below has its values.${summary}`}
        height={height}
        className="chart-bars"
        tabIndex={addressOf ? undefined : 0}
        {...events}
      >
        {marks.map((mark) => (
          <line key={mark} x1="0" x2="100%" y1={yOf(mark, place)} y2={yOf(mark, place)} className="chart-line" />
        ))}
        {bars.map((bar, n) => (
          <BarLink
            key={bar.key}
            to={addressOf?.(bar.key)}
            isShown={n === shown}
            label={describeBar(bar, kinds, unit, nameOf)}
          >
            <rect
              x={percent(n / place.bars)}
              y="0"
              width={percent(1 / place.bars)}
              height={bottom}
              className="chart-hover"
            />
            <Stack values={bar.values} n={n} place={place} />
          </BarLink>
        ))}
        {/* Outside of the links, whose names have the exact values. */}
        <BarTexts {...{ bars, place, unit, labelEvery }} />
      </svg>
      <output className={shown < bars.length / 2 ? "chart-value at-end" : "chart-value"}>
        {bar && describeBar(bar, kinds, unit, nameOf)}
      </output>
    </div>
  );
}

type BarTextsProps = Pick<StackedBarsProps, "bars" | "unit"> & { place: Place; labelEvery: number };

/** The totals on the bars, if there is room, and the labels below them. */
const BarTexts = ({ bars, place, unit, labelEvery }: BarTextsProps) =>
  bars.map((bar, n) => (
    <Fragment key={bar.key}>
      {bars.length <= MOST_TOTALS && (
        <text
          x={percent((n + 0.5) / place.bars)}
          y={yOf(sumOf(bar.values), place) - 6}
          className={place.bars > 7 && (place.bars - 1 - n) % 2 === 1 ? "chart-total max-sm:hidden" : "chart-total"}
        >
          {formatShort(sumOf(bar.values), unit)}
        </text>
      )}
      {(bars.length - 1 - n) % labelEvery === 0 && (
        <Label label={bar.label} n={n} place={place} labelEvery={labelEvery} />
      )}
    </Fragment>
  ));

type BarLinkProps = { to: string | undefined; label: string; isShown: boolean; children: ReactNode };

function BarLink({ to, label, isShown, children }: BarLinkProps) {
  const className = isShown ? "chart-bar shown" : "chart-bar";
  return to ? (
    <Link to={to} aria-label={label} className={className}>
      {children}
    </Link>
  ) : (
    <g className={className}>{children}</g>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

const yOf = (value: number, { top, height }: Place) => TOP_PX + height - Math.round((value / top) * height * 100) / 100;

/** The parts of one bar, from the bottom up; a value of 0 has no part. */
function Stack({ values, n, place }: { values: number[]; n: number; place: Place }) {
  return values.map((value, kind) => {
    const below = sumOf(values.slice(0, kind));
    const y = yOf(below + value, place);
    return value > 0 ? (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the kinds of a chart have no other key than their place.
        key={kind}
        x={percent((n + (1 - BAR_SHARE) / 2) / place.bars)}
        width={percent(BAR_SHARE / place.bars)}
        y={y}
        height={Math.max(0, yOf(below, place) - y).toFixed(2)}
        className={`chart-part chart-kind-${kind}`}
      />
    ) : null;
  });
}

/** The label of a bar, in two lines: `Jan`, `2026`. A phone has room for every second one. */
function Label({ label, n, place, labelEvery }: Pick<Bar, "label"> & { n: number; place: Place; labelEvery: number }) {
  const [first, second] = label.split(" ");
  const isSecond = ((place.bars - 1 - n) / labelEvery) % 2 === 1;
  const x = percent((n + 0.5) / place.bars);
  return (
    <text x={x} y={yOf(0, place) + 18} className={isSecond ? "chart-label max-sm:hidden" : "chart-label"}>
      <tspan>{first}</tspan>
      {second && (
        <tspan x={x} dy="16">
          {second}
        </tspan>
      )}
    </text>
  );
}

function describeBar({ key, values }: Bar, kinds: string[], unit: Unit, nameOf: StackedBarsProps["nameOf"]): string {
  const lines = values.map((value, n) => `${kinds[n]}: ${formatValue(value, unit)}`).reverse();
  const total = `${values.length > 1 ? "Total" : kinds[0]}: ${formatValue(sumOf(values), unit)}`;
  return [nameOf(key), total, ...(values.length > 1 ? lines : [])].join("\n");
}

/** All values of the chart, the latest bar first. */
function ChartTable({ title, heading, kinds, bars, unit, nameOf, addressOf }: StackedBarsProps) {
  const columns = kinds.length > 1 ? [...kinds, "Total"] : kinds;
  return (
    <details className="chart-table">
      <summary>Show the table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, and Safari lets the keyboard scroll only an element with the focus. */}
      <section aria-label={`${title}, table`} tabIndex={0} className="chart-scroll">
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className="end">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ key, values }) => (
              <tr key={key}>
                <th scope="row">
                  {addressOf ? (
                    <Link to={addressOf(key)} className="link">
                      {nameOf(key)}
                    </Link>
                  ) : (
                    nameOf(key)
                  )}
                </th>
                {[...values, ...(kinds.length > 1 ? [sumOf(values)] : [])].map((value, n) => (
                  <td key={columns[n]} className="end">
                    {formatValue(value, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
