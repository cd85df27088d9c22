import { type Scale, scaleOf, short } from './scale.ts'

/** A line of a chart: a name and one number a day; null where there is none to show. */
export interface Line {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** Something that happened on a day, drawn across every chart. */
export interface Mark {
  readonly at: number
  readonly name: string
}

/** A chart of lines over days. */
export interface Chart {
  readonly title: string
  /** What a number on the axis counts. */
  readonly unit: string
  readonly lines: readonly Line[]
  /** Whether the axis begins at zero; a price that hardly moves has a cut axis, and the chart says so. */
  readonly fromZero: boolean
}

/** Bars with a name under each, above or below the zero line. */
export interface Bars {
  readonly title: string
  readonly unit: string
  /** What the bars are, under them. */
  readonly axis: string
  readonly bars: readonly { readonly name: string; readonly value: number }[]
}

const WIDTH = 400
const HEIGHT = 236
const PAD = { left: 52, right: 12, top: 20, bottom: 26 }
const RIGHT = WIDTH - PAD.right
const BOTTOM = HEIGHT - PAD.bottom
/** Lines differ by how they are broken, too: not everybody sees colours. */
const DASHES = ['', '7 4', '2 4', '9 3 2 3']
/** Rows of the table below a chart: all days of a long time are in the JSON file. */
const ROWS = 24

/** A chart as a figure of a page: no script, no other file; the same numbers as a table below it. */
export function chartOf(
  { title, unit, lines, fromZero }: Chart,
  labels: readonly string[],
  marks: readonly Mark[],
): string {
  const scale = scaleOf(
    lines.flatMap(line => present(line.values)),
    fromZero,
  )
  const x = (at: number) => PAD.left + ((RIGHT - PAD.left) * at) / Math.max(labels.length - 1, 1)
  const y = heightOn(scale)
  const paths = lines.map(({ values }, i) => {
    const d = values.map((value, at) => {
      if (value === null) return ''
      return `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${point(x(at))} ${point(y(value))}`
    })
    return `<path class="line c${i}" d="${d.join('')}" stroke-dasharray="${DASHES[i] ?? ''}"/>`
  })
  const [last, middle] = [labels.length - 1, Math.floor((labels.length - 1) / 2)]
  const dates = [
    `<text x="${PAD.left}" y="${HEIGHT - 8}">${labels[0] ?? ''}</text>`,
    `<text x="${point(x(middle))}" y="${HEIGHT - 8}" text-anchor="middle">${labels[middle] ?? ''}</text>`,
    `<text x="${RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${labels[last] ?? ''}</text>`,
  ]
  const begins = scale.low > 0 ? `; the axis begins at ${short(scale.low)}, not at 0` : ''
  const description = lines.map(({ name, values }) => `${name}: ${course(values)}.`).join(' ')
  const key = lines.map(
    ({ name }, i) =>
      `<li><svg class="key" viewBox="0 0 28 8" aria-hidden="true"><path class="line c${i}" d="M0 4H28" stroke-dasharray="${DASHES[i] ?? ''}"/></svg>${name}</li>`,
  )
  const rows = sampled(labels.length).map(at => [
    labels[at] ?? '',
    ...lines.map(({ values }) => full(values[at] ?? null)),
  ])
  return figureOf({
    title,
    unit: unit + begins,
    description,
    drawing: [...rulesOf(scale), ...marksOf(marks, x), ...paths, ...dates].join(''),
    key: lines.length > 1 ? `<ul class="keys">${key.join('')}</ul>` : '',
    table: tableOf(['day', ...lines.map(({ name }) => name)], rows),
  })
}

/** Bars as a figure of a page, with their table. */
export function barsOf({ title, unit, axis, bars }: Bars): string {
  const scale = scaleOf(
    bars.map(({ value }) => value),
    true,
  )
  const y = heightOn(scale)
  const width = (RIGHT - PAD.left) / bars.length
  const drawn = bars.map(({ name, value }, i) => {
    const left = PAD.left + width * i
    const top = Math.min(y(value), y(0))
    const middle = point(left + width / 2)
    return (
      `<rect class="${value < 0 ? 'loss' : 'gain'}" x="${point(left + 3)}" width="${point(width - 6)}" y="${point(top)}" height="${point(Math.abs(y(value) - y(0)))}"/>` +
      `<text class="value" x="${middle}" y="${point(top - 4)}" text-anchor="middle">${brief(value)}</text>` +
      `<text x="${middle}" y="${HEIGHT - 8}" text-anchor="middle">${name}</text>`
    )
  })
  return figureOf({
    title,
    unit: `${unit}; ${axis}`,
    description: bars.map(({ name, value }) => `${name}: ${full(value)}.`).join(' '),
    drawing: [...rulesOf(scale), ...drawn].join(''),
    key: '',
    table: tableOf(
      [axis, unit],
      bars.map(({ name, value }) => [name, full(value)]),
    ),
  })
}

/** Numbers under their headings, the first column to the left. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string, i: number) =>
    i === 0 ? `<th scope="row">${text}</th>` : `<td>${text}</td>`
  const heads = head.map(name => `<th scope="col">${name}</th>`).join('')
  return `<table><thead><tr>${heads}</tr></thead><tbody>${rows.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table>`
}

function figureOf(figure: {
  title: string
  unit: string
  description: string
  drawing: string
  key: string
  table: string
}): string {
  const { title, unit, description, drawing, key, table } = figure
  const id = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `<figure><figcaption><h3>${title}</h3><p>${unit}</p></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-told"><title id="${id}-title">${title}, ${unit}</title><desc id="${id}-told">${description}</desc>${drawing}</svg>
${key}<details><summary>As a table</summary><div class="wide">${table}</div></details></figure>`
}

const heightOn =
  ({ low, high }: Scale) =>
  (value: number): number =>
    PAD.top + ((BOTTOM - PAD.top) * (high - value)) / (high - low)

/** The lines across, each with its number; the one at zero is drawn stronger. */
function rulesOf(scale: Scale): string[] {
  const y = heightOn(scale)
  return scale.ticks.map(
    tick =>
      `<path class="${tick === 0 ? 'zero' : 'rule'}" d="M${PAD.left} ${point(y(tick))}H${RIGHT}"/>` +
      `<text x="${PAD.left - 6}" y="${point(y(tick) + 4)}" text-anchor="end">${short(tick)}</text>`,
  )
}

/** What happened on a day; a name that would run into the one before is left out. */
function marksOf(marks: readonly Mark[], x: (at: number) => number): string[] {
  let free = 0
  return marks.map(({ at, name }) => {
    const line = `<path class="mark" d="M${point(x(at))} ${PAD.top}V${BOTTOM}"/>`
    const from = Math.min(x(at), RIGHT - name.length * 6)
    if (from < free) return line
    free = from + name.length * 6 + 6
    return `${line}<text x="${point(from)}" y="${PAD.top - 6}">${name}</text>`
  })
}

const sampled = (length: number): number[] => {
  const every = Math.max(1, Math.ceil(length / ROWS))
  const some = Array.from({ length }, (_, at) => at).filter(at => at % every === 0)
  return some.at(-1) === length - 1 || length === 0 ? some : [...some, length - 1]
}

/** How a line runs, in words. */
function course(line: readonly (number | null)[]): string {
  const values = present(line)
  if (values.length === 0) return 'nothing to show'
  let [lowest, highest] = [Infinity, -Infinity]
  for (const value of values) {
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  return `from ${full(values[0] ?? null)} to ${full(values.at(-1) ?? null)}, at the least ${full(lowest)}, at the most ${full(highest)}`
}

const point = (value: number): string => value.toFixed(1)
/** Above a bar there is space for four characters. */
const brief = (value: number): string =>
  Math.abs(value) >= 1_000
    ? short(Math.round(value / 100) * 100)
    : `${Number(value.toPrecision(2))}`
const full = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 6 })
const present = (values: readonly (number | null)[]): number[] =>
  values.filter(value => value !== null)
