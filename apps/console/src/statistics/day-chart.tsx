import { useEffect, useRef, useState } from 'react'
import { Panel, useLanguage, useTexts } from '../shell/index.ts'
import type { DayLines } from './day-lines.ts'
import { type ChartName, charts } from './figures.ts'
import styles from './page.module.css'
import type { Day } from './queries.ts'
import { statisticsTexts } from './texts.ts'

const dots = [styles.first, styles.second, styles.third]

/** One chart of days; the same figures are in the table. */
export function DayChart({ name, days }: { name: ChartName; days: readonly Day[] }) {
  const t = useTexts(statisticsTexts)
  return (
    <Panel title={t.chart[name]}>
      {charts[name].length > 1 && (
        <ul className={styles.legend}>
          {charts[name].map((figure, at) => (
            <li key={figure}>
              <span className={dots[at]} aria-hidden />
              {t.figure[figure]}
            </li>
          ))}
        </ul>
      )}
      <Drawing name={name} days={days} />
    </Panel>
  )
}

function Drawing({ name, days }: { name: ChartName; days: readonly Day[] }) {
  const t = useTexts(statisticsTexts)
  const language = useLanguage()
  const element = useRef<HTMLDivElement>(null)
  const [lines, setLines] = useState<DayLines | null>(null)
  useEffect(() => {
    const place = element.current
    if (!place) return
    let opened: DayLines | undefined
    let gone = false
    void import('./day-lines.ts').then(({ openDayLines }) => {
      if (gone) return
      opened = openDayLines(place)
      setLines(opened)
    })
    const themes = new MutationObserver(() => opened?.paint())
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      gone = true
      themes.disconnect()
      opened?.close()
      setLines(null)
    }
  }, [])
  useEffect(() => {
    // Figures for drawing only: the table shows the decimal text.
    const drawn = charts[name].map(figure => ({
      days: days.toReversed().map(day => ({ period: day.period, value: Number(day[figure]) })),
    }))
    lines?.draw(drawn, language, name === 'members' ? 0 : name === 'price' ? 4 : 2)
  }, [lines, days, name, language])
  const from = days.at(-1)?.period ?? ''
  const to = days[0]?.period ?? ''
  return (
    <div
      ref={element}
      className={styles.canvas}
      role="img"
      aria-label={t.chartLabel(t.chart[name], from, to)}
    />
  )
}
