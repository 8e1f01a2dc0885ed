import { type Html, html } from '#kernel/platform/http/html.ts'

/** Bars of one kind: a value for each category. */
export interface Series {
  readonly name: string
  readonly values: readonly number[]
  /** What it is compared with is drawn as an outline. */
  readonly isBefore?: boolean
}

export interface BarChart {
  /** What a reader who does not see the picture hears. */
  readonly title: string
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  /** BCP 47; how the axis writes its numbers. */
  readonly locale: string
}

const WIDTH = 720
const HEIGHT = 260
const LEFT = 62
const TOP = 12
const BOTTOM = 28
const PLOT = { width: WIDTH - LEFT - 8, height: HEIGHT - TOP - BOTTOM }
const MOST_LABELS = 12
const TICKS = 4
const COLOURS = 6

/** A picture without script, style or font of its own: the page's style sheet colours it. */
export function barChart({ title, categories, series, locale }: BarChart): Html {
  const step = tickStep(Math.max(0, ...series.flatMap(({ values }) => values)))
  const top = step * TICKS
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' })
  const band = PLOT.width / Math.max(1, categories.length)
  const yOf = (value: number) => round(TOP + PLOT.height * (1 - value / top))
  return html`<figure class="chart"><div class="scroll" tabindex="0" role="group" aria-label="${title}">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
${Array.from({ length: TICKS + 1 }, (_, index) => {
  const y = yOf(step * index)
  return html`<path class="grid" d="M${LEFT} ${y}H${WIDTH - 8}"/><text class="end" x="${LEFT - 6}" y="${y + 4}">${compact.format(step * index)}</text>`
})}
${categories.map((category, index) =>
  isLabelled(index, categories.length)
    ? html`<text class="middle" x="${round(LEFT + band * (index + 0.5))}" y="${HEIGHT - 8}">${category}</text>`
    : null,
)}
${series.flatMap(({ name, values, isBefore }, place) =>
  values.map((value, index) => {
    const width = (band * 0.8) / series.length
    const x = round(LEFT + band * (index + 0.1) + width * place)
    const y = yOf(value)
    return value <= 0
      ? null
      : html`<rect class="${classOf(place, isBefore)}" x="${x}" y="${y}" width="${round(width * 0.9)}" height="${round(TOP + PLOT.height - y)}"><title>${categories[index]} · ${name}: ${value.toLocaleString(locale)}</title></rect>`
  }),
)}
</svg></div>
<figcaption>${series.map(
    ({ name, isBefore }, place) =>
      html`<span class="key"><svg viewBox="0 0 12 12" aria-hidden="true"><rect class="${classOf(place, isBefore)}" x="1" y="1" width="10" height="10"/></svg> ${name}</span> `,
  )}</figcaption></figure>`
}

const classOf = (place: number, isBefore = false) =>
  `bar${(isBefore ? place - 1 : place) % COLOURS}${isBefore ? ' before' : ''}`

const round = (value: number) => Math.round(value * 10) / 10

/** As many labels as are legible beside each other. */
const isLabelled = (index: number, count: number) => index % Math.ceil(count / MOST_LABELS) === 0

/** The smallest of 1, 2, 2.5 and 5, times a power of ten, that leaves the greatest value inside. */
export function tickStep(greatest: number): number {
  if (!(greatest > 0) || !Number.isFinite(greatest)) return 1
  const exact = greatest / TICKS
  const power = 10 ** Math.floor(Math.log10(exact))
  const factor = [1, 2, 2.5, 5].find((one) => one * power >= exact) ?? 10
  return factor * power
}

/** For a page that carries its style within itself, and for the pages' style sheet. */
export const chartStyle = html`.chart { margin: .5rem 0; }
.chart .scroll > svg { display: block; width: 100%; min-width: 36rem; height: auto; }
.chart text { font: 12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--soft); }
.chart .end { text-anchor: end; }
.chart .middle { text-anchor: middle; }
.chart .grid { stroke: var(--line); }
.chart rect { stroke-width: 1.5; }
.bar0 { fill: var(--accent); stroke: var(--accent); }
.bar1 { fill: var(--call); stroke: var(--call); }
.bar2 { fill: var(--well); stroke: var(--well); }
.bar3 { fill: var(--fault); stroke: var(--fault); }
.bar4 { fill: var(--soft); stroke: var(--soft); }
.bar5 { fill: var(--ink); stroke: var(--ink); }
.before { fill: none; stroke-dasharray: 3 2; }
.key { display: inline-block; margin-right: 1rem; color: var(--soft); font-size: .9rem; }
.key svg { width: .8rem; height: .8rem; }
`
