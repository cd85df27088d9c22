import type { AnswerOf, guidePrice } from '@banyan/domain'
import { Button, Card, Empty, List, Moment, Money, MoneyRow, Segmented } from '@banyan/ui'
import { useEffect, useRef, useState } from 'react'
import { themeEvents, useLanguage, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './price-chart.module.css'
import type { PriceLine, PriceUnit } from './price-line.ts'

type Guide = AnswerOf<typeof guidePrice>

/** The history of the guide price, with a mark at each split; the same figures are in a table. */
export function PriceChart({ guide }: { guide: Guide }) {
  const t = useTexts(texts)
  const [unit, setUnit] = useState<PriceUnit>('adjusted')
  const [asTable, setAsTable] = useState(false)
  if (guide.history.length === 0)
    return (
      <Card title={t('chart')}>
        <Empty icon="chart">{t('noPrice')}</Empty>
      </Card>
    )
  return (
    <Card
      title={t('chart')}
      aside={<Money value={guide.price} unit="USDT" size="num" place="price" />}
    >
      {guide.splits.length > 0 && (
        <Segmented
          label={t('scale')}
          value={unit}
          onValueChange={setUnit}
          choices={[
            { value: 'adjusted', label: t('adjusted') },
            { value: 'price', label: t('published') },
          ]}
        />
      )}
      <Drawing guide={guide} unit={unit} />
      <p className="cap">{t(unit === 'adjusted' ? 'adjustedNote' : 'publishedNote')}</p>
      <List>
        <MoneyRow
          label={t('unreleased')}
          note={t('unreleasedNote')}
          value={guide.unreleased}
          unit="USDT"
          place="list"
        />
      </List>
      <div className={styles.foot}>
        <Button
          tone="quiet"
          size="small"
          aria-expanded={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'hideTable' : 'table')}
        </Button>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('attribution')}
        </a>
      </div>
      {asTable && <PriceTable guide={guide} unit={unit} />}
    </Card>
  )
}

function Drawing({ guide, unit }: { guide: Guide; unit: PriceUnit }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const element = useRef<HTMLDivElement>(null)
  const [line, setLine] = useState<PriceLine | null>(null)
  useEffect(() => {
    const place = element.current
    if (!place) return
    let opened: PriceLine | undefined
    let gone = false
    void import('./price-line.ts').then(({ openPriceLine }) => {
      if (gone) return
      opened = openPriceLine(place)
      setLine(opened)
    })
    const repaint = () => opened?.paint()
    themeEvents.addEventListener('theme-change', repaint)
    return () => {
      gone = true
      themeEvents.removeEventListener('theme-change', repaint)
      opened?.close()
      setLine(null)
    }
  }, [])
  useEffect(() => {
    line?.draw(guide, unit, { locale: language, split: m => t('multiple', { m }) })
  }, [line, guide, unit, language, t])
  const from = guide.history[0]?.[unit] ?? ''
  const to = guide.history.at(-1)?.[unit] ?? ''
  const label = t('chartLabel', { from, to, n: guide.history.length, s: guide.splits.length })
  return <div ref={element} className={styles.canvas} role="img" aria-label={label} />
}

function PriceTable({ guide, unit }: { guide: Guide; unit: PriceUnit }) {
  const t = useTexts(texts)
  const multipleAt = new Map(guide.splits.map(split => [split.at, split.multiple]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={t('chart')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{t('price')}</th>
            {guide.splits.length > 0 && <th scope="col">{t('event')}</th>}
          </tr>
        </thead>
        <tbody>
          {guide.history.toReversed().map(price => (
            <tr key={price.at}>
              <td>
                <Moment time={price.at} />
              </td>
              <td>
                <Money value={price[unit]} place="price" />
              </td>
              {guide.splits.length > 0 && (
                <td>
                  {multipleAt.has(price.at) && t('multiple', { m: multipleAt.get(price.at) ?? 1 })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
