import { createChart, type ISeriesApi, LineSeries, type Time } from 'lightweight-charts'

/** One line of a chart, oldest day first. */
interface DayLine {
  readonly days: readonly { period: string; value: number }[]
}

/** A drawn chart of days that follows its data and the theme. */
export interface DayLines {
  draw(lines: readonly DayLine[], locale: string, decimals: number): void
  /** Applies the current colours of the page. */
  paint(): void
  close(): void
}

/** The tokens of the lines, in their order; the legend has the same. */
const lineColours = ['--acc', '--warn', '--t3'] as const

/** Draws days into an element of the page. The library loads with this file alone. */
export function openDayLines(element: HTMLElement): DayLines {
  const chart = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11, background: { color: 'transparent' } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0 } },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    grid: { vertLines: { visible: false } },
    handleScale: false,
    handleScroll: false,
  })
  const fit = () => chart.timeScale().fitContent()
  chart.timeScale().subscribeSizeChange(fit)
  let series: ISeriesApi<'Line'>[] = []
  const paint = () => {
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    chart.applyOptions({
      layout: {
        textColor: colour('--t3'),
        fontFamily: getComputedStyle(document.body).fontFamily,
      },
      grid: { horzLines: { color: colour('--line') } },
      crosshair: { vertLine: { color: colour('--t3') }, horzLine: { color: colour('--t3') } },
    })
    for (const [at, one] of series.entries())
      one.applyOptions({ color: colour(lineColours[at] ?? '--t3') })
  }
  return {
    draw: (lines, locale, decimals) => {
      for (const one of series) chart.removeSeries(one)
      chart.applyOptions({ localization: { locale } })
      series = lines.map(({ days }) => {
        const series = chart.addSeries(LineSeries, {
          lineWidth: 2,
          lastValueVisible: false,
          priceLineVisible: false,
          priceFormat: {
            type: 'price',
            precision: decimals,
            minMove: 1 / 10 ** decimals,
          },
          // The axis begins at zero, so that a day is not made to look larger than it was.
          autoscaleInfoProvider: (
            original: () => { priceRange: { minValue: number; maxValue: number } | null } | null,
          ) => {
            const scale = original()
            return scale?.priceRange
              ? { ...scale, priceRange: { ...scale.priceRange, minValue: 0 } }
              : scale
          },
        })
        series.setData(days.map(({ period, value }) => ({ time: period as Time, value })))
        return series
      })
      paint()
      fit()
    },
    paint,
    close: () => chart.remove(),
  }
}
