/** A line of a chart: a name and one number a day. */
export interface Line {
  readonly name: string
  readonly values: readonly number[]
}

const WIDTH = 640
const HEIGHT = 200
const PAD = { left: 64, right: 12, top: 12, bottom: 24 }
const COLOURS = ['#3350d6', '#0a7a50', '#a85200', '#c9283a', '#626b7a']

/** A chart of lines over days as an SVG text; it needs no script and no other file. */
export function chartOf(lines: readonly Line[], labels: readonly string[]): string {
  const values = lines.flatMap(line => line.values)
  const top = Math.max(...values, 0)
  const bottom = Math.min(...values, 0)
  const span = top - bottom || 1
  const x = (i: number) =>
    PAD.left + ((WIDTH - PAD.left - PAD.right) * i) / Math.max(labels.length - 1, 1)
  const y = (value: number) => PAD.top + ((HEIGHT - PAD.top - PAD.bottom) * (top - value)) / span
  const paths = lines.map(({ values: line }, i) => {
    const d = line.map((value, at) => `${at === 0 ? 'M' : 'L'}${point(x(at))} ${point(y(value))}`)
    return `<path d="${d.join('')}" fill="none" stroke="${colour(i)}" stroke-width="2"/>`
  })
  const rules = [top, (top + bottom) / 2, bottom].map(
    value =>
      `<line x1="${PAD.left}" x2="${WIDTH - PAD.right}" y1="${point(y(value))}" y2="${point(y(value))}" stroke="#8884" stroke-width="1"/>` +
      `<text x="${PAD.left - 8}" y="${point(y(value) + 4)}" text-anchor="end">${short(value)}</text>`,
  )
  const ends = `<text x="${PAD.left}" y="${HEIGHT - 6}">${labels[0] ?? ''}</text><text x="${WIDTH - PAD.right}" y="${HEIGHT - 6}" text-anchor="end">${labels.at(-1) ?? ''}</text>`
  const key = lines.map(({ name }, i) => `<span style="color:${colour(i)}">■</span> ${name}`)
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${lines.map(({ name }) => name).join(', ')}">${rules.join('')}${paths.join('')}${ends}</svg><figcaption>${key.join(' &nbsp; ')}</figcaption></figure>`
}

const colour = (i: number): string => COLOURS[i % COLOURS.length] as string
const point = (value: number): string => value.toFixed(1)

/** `12.3k`, `4.5M`: axes need no more. */
function short(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (size >= 1e4) return `${(value / 1e3).toFixed(1)}k`
  if (size === 0) return '0'
  return size >= 100 ? value.toFixed(0) : value.toFixed(size >= 10 ? 1 : 3)
}
