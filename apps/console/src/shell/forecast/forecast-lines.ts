import { createChart, type ISeriesApi, LineSeries, type Time } from 'lightweight-charts'

/** One day of both sides. */
interface Point {
  /** `2026-11-27` */
  readonly day: string
  readonly now: number
  readonly proposed: number
}

/** Two lines on one axis that begins at zero. */
export interface ForecastLines {
  draw(points: readonly Point[], words: { locale: string; precision: number }): void
  /** Takes the present colours of the page. */
  paint(): void
  close(): void
}

/** Draws present (grey) and proposed (accent) figures; the library is loaded with this file alone. */
export function openForecastLines(element: HTMLElement): ForecastLines {
  const chart = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11, background: { color: 'transparent' } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.02 } },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    grid: { vertLines: { visible: false } },
    handleScale: false,
    handleScroll: false,
  })
  const line = (lineWidth: 1 | 2) =>
    chart.addSeries(LineSeries, {
      lineWidth,
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: (
        of: () => { priceRange: { minValue: number; maxValue: number } | null } | null,
      ) => {
        const range = of()?.priceRange
        return range ? { priceRange: { minValue: 0, maxValue: range.maxValue || 1 } } : null
      },
    })
  const [now, proposed] = [line(2), line(2)]
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent())
  const paint = () => {
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const { fontFamily } = getComputedStyle(document.body)
    chart.applyOptions({
      layout: { textColor: colour('--t3'), fontFamily },
      grid: { horzLines: { color: colour('--line') } },
      crosshair: { vertLine: { color: colour('--t3') }, horzLine: { color: colour('--t3') } },
    })
    now.applyOptions({ color: colour('--t3') })
    proposed.applyOptions({ color: colour('--acc') })
  }
  return {
    draw: (points, { locale, precision }) => {
      chart.applyOptions({ localization: { locale } })
      const priceFormat = { type: 'price', precision, minMove: 10 ** -precision } as const
      const set = (series: ISeriesApi<'Line'>, side: 'now' | 'proposed') => {
        series.applyOptions({ priceFormat })
        series.setData(points.map(one => ({ time: one.day as Time, value: one[side] })))
      }
      set(now, 'now')
      set(proposed, 'proposed')
      paint()
      chart.timeScale().fitContent()
    },
    paint,
    close: () => chart.remove(),
  }
}
