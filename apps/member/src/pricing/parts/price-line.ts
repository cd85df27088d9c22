import type { AnswerOf, guidePrice } from '@banyan/domain'
import {
  AreaSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type Time,
} from 'lightweight-charts'

type Guide = AnswerOf<typeof guidePrice>

/** Which of the two prices of a settlement is drawn. */
export type PriceUnit = 'adjusted' | 'price'

/** A drawn chart that follows its data and the theme. */
export interface PriceLine {
  draw(guide: Guide, unit: PriceUnit, words: { locale: string; split: (m: number) => string }): void
  /** Applies the current colours of the page. */
  paint(): void
  close(): void
}

/** Draws the guide price into an element of the page. The library loads with this file alone. */
export function openPriceLine(element: HTMLElement): PriceLine {
  const chart = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11, background: { color: 'transparent' } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    grid: { vertLines: { visible: false } },
    handleScale: false,
    // A vertical swipe scrolls the page.
    handleScroll: { vertTouchDrag: false },
  })
  const series = chart.addSeries(AreaSeries, {
    lineWidth: 2,
    // The last price is above the drawing, where it covers no figure of the scale.
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: { type: 'price', precision: 4, minMove: 0.0001 },
  })
  const marks = createSeriesMarkers(series, [])
  // After a rotation or resize of the phone all of it is still shown.
  const fit = () => chart.timeScale().fitContent()
  chart.timeScale().subscribeSizeChange(fit)
  let splits: Guide['splits'] = []
  let word = (multiple: number) => `${multiple}`
  const paint = () => {
    const { accent, text, line } = paintChart(chart, series)
    marks.setMarkers(
      splits.map(({ at, multiple }) => ({
        time: timeOf(at),
        position: 'aboveBar',
        shape: 'circle',
        color: accent,
        text: word(multiple),
      })),
    )
    return { text, line }
  }
  return {
    draw: (guide, unit, words) => {
      splits = guide.splits
      word = words.split
      chart.applyOptions({ localization: { locale: words.locale } })
      // Figures for drawing only: the table shows the decimal text.
      series.setData(guide.history.map(one => ({ time: timeOf(one.at), value: Number(one[unit]) })))
      paint()
      fit()
    },
    paint: () => void paint(),
    close: () => chart.remove(),
  }
}

const timeOf = (at: string): Time => (Date.parse(at) / 1000) as Time

function paintChart(chart: IChartApi, series: ISeriesApi<'Area'>) {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const [accent, soft, text, line] = ['--acc', '--acc-soft', '--t3', '--line'].map(colour)
  const colours = { accent: accent ?? '', text: text ?? '', line: line ?? '' }
  chart.applyOptions({
    layout: { textColor: colours.text, fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { horzLines: { color: colours.line } },
    crosshair: { vertLine: { color: colours.text }, horzLine: { color: colours.text } },
  })
  series.applyOptions({
    lineColor: colours.accent,
    topColor: soft ?? '',
    bottomColor: 'transparent',
  })
  return colours
}
