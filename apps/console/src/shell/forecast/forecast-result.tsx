import type { ForecastView } from '@banyan/domain'
import { CopyText, Segmented } from '@banyan/ui'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { compared, decimalOf, isSummed, type Measure, measures, percentOf } from './figures.ts'
import styles from './forecast.module.css'
import type { ForecastLines } from './forecast-lines.ts'
import { forecastTexts } from './forecast-texts.ts'

type Result = NonNullable<ForecastView['result']>

const digitsOf = (measure: Measure): number => (measure === 'price' ? 6 : 2)

/** A computed forecast: the drawing, the same figures in a table, and what it assumes. */
export function ForecastResult({ result }: { result: Result }) {
  const { days, members, stopped, settled, recorded, notReflected, inputHash } = result
  const t = useTexts(forecastTexts)
  const language = useLanguage()
  const [measure, setMeasure] = useState<Measure>('staticPay')
  const between = language === 'en' ? ', ' : '、'
  return (
    <>
      <div className={styles.measures}>
        <Segmented
          label={t.measure}
          value={measure}
          onValueChange={setMeasure}
          choices={measures.map(value => ({ value, label: t.measures[value] }))}
        />
      </div>
      {days.length > 1 && <Drawing days={days} measure={measure} />}
      <p className={styles.legend}>
        <span className={styles.now}>{t.now}</span>
        <span className={styles.proposed}>{t.proposed}</span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t.attribution}
        </a>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              {days[0]?.period} – {days.at(-1)?.period}
            </th>
            <th scope="col">{t.now}</th>
            <th scope="col">{t.proposed}</th>
            <th scope="col">{t.change}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(name => {
            const { now, proposed, change, changeBps } = compared(days, name)
            const digits = digitsOf(name)
            return (
              <tr key={name}>
                <th scope="row">
                  {t.measures[name]}{' '}
                  <span className={styles.quiet}>{isSummed(name) ? t.sum : t.end}</span>
                </th>
                <td>{decimalOf(now, digits)}</td>
                <td>{decimalOf(proposed, digits)}</td>
                <td>
                  {change === 0n ? '–' : decimalOf(change, digits)}
                  {changeBps !== null && change !== 0n && (
                    <span className={styles.quiet}> {percentOf(changeBps)}</span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles.members}>
        {t.members(members.paid)} · {t.less(members.less, members.lessUsdt)} ·{' '}
        {t.more(members.more, members.moreUsdt)}
      </p>
      {stopped && (
        <p className={styles.warn}>
          {t.side[stopped.side]}: {t.stopped[stopped.reason]}
        </p>
      )}
      {notReflected.length > 0 && (
        <p className={styles.warn}>
          {t.notReflected(notReflected.map(({ title }) => title).join(between))}
        </p>
      )}
      <p className={styles.quiet}>
        {t.assumptions(settled, recorded.from, recorded.to, recorded.days)}
      </p>
      <p className={styles.hash}>
        {t.hash} <CopyText text={inputHash} />
      </p>
    </>
  )
}

function Drawing({ days, measure }: { days: Result['days']; measure: Measure }) {
  const t = useTexts(forecastTexts)
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [lines, setLines] = useState<ForecastLines | null>(null)
  useEffect(() => {
    let isGone = false
    let opened: ForecastLines | null = null
    void import('./forecast-lines.ts').then(({ openForecastLines }) => {
      if (isGone || !place.current) return
      opened = openForecastLines(place.current)
      setLines(opened)
    })
    return () => {
      isGone = true
      opened?.close()
    }
  }, [])
  useEffect(() => {
    if (!lines) return
    const watcher = new MutationObserver(() => lines.paint())
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => watcher.disconnect()
  }, [lines])
  useEffect(() => {
    // Numbers for drawing only: the table has the server's text.
    const points = days.map(({ period, now, proposed }) => ({
      day: period,
      now: Number(now[measure]),
      proposed: Number(proposed[measure]),
    }))
    lines?.draw(points, { locale: language, precision: measure === 'price' ? 4 : 2 })
  }, [lines, days, measure, language])
  return <div ref={place} className={styles.drawing} role="img" aria-label={t.measures[measure]} />
}
