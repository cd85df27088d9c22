import { IconButton, OneOf } from '@banyan/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { nav, PageHead, pages, usePageQuery, useTexts } from '../../shell/index.ts'
import { windDownQuery } from '../../shell/stopped-calls.ts'
import { marketQuery, redQuery, summaryQuery, termsQuery } from '../market-queries.ts'
import { openTradesQuery } from '../open-trades.ts'
import { RecordsSheet } from '../parts/later.tsx'
import styles from '../parts/market-head.module.css'
import { MarketStopped } from '../parts/market-stopped.tsx'
import { OpenTrades } from '../parts/open-trades.tsx'
import { PublishButton, SidePanel } from '../parts/side-panel.tsx'
import { texts } from '../texts.ts'
import { useMarketNews, useOrderNews, useTradeNews } from '../use-news.ts'

/**
 * What the first view shows; `first-calls.ts` asks for them before the app is there, but for the
 * wind-down, whose answer has the server's time.
 */
export const firstQueries = [
  termsQuery,
  redQuery,
  openTradesQuery,
  summaryQuery,
  marketQuery('sell', { network: null, payment: null }),
  windDownQuery,
]

/** The market: what is under way on top, then what others sell or buy. */
export default function MarketScreen() {
  const { side, network, amount } = usePageQuery(pages.market)
  const t = useTexts(texts)
  // The tap shows at once on the side that it chose; the other list is drawn behind it.
  const [drawn, on, payment] = [
    useDeferredValue(side),
    useDeferredValue(network),
    useDeferredValue(amount),
  ]
  const filter = useMemo(() => ({ network: on, payment }), [on, payment])
  const [records, setRecords] = useState<'never' | 'open' | 'closed'>('never')
  useMarketNews()
  useOrderNews()
  useTradeNews()
  return (
    <>
      <PageHead
        title={<span className="visually-hidden">{t('title')}</span>}
        left={
          <OneOf
            label={t('side')}
            value={side}
            onValueChange={next =>
              nav.retune(pages.market, { side: next, network: network ?? undefined })
            }
            choices={[
              { value: 'buy', label: t('buy') },
              { value: 'sell', label: t('sell') },
            ]}
            row={styles.sides}
            choice={styles.side}
          />
        }
        right={
          <>
            <IconButton
              name="list"
              label={t('records')}
              aria-haspopup="dialog"
              onClick={() => setRecords('open')}
            />
            <PublishButton key={side} side={side} />
          </>
        }
      />
      <div className="page-pad stack">
        <MarketStopped />
        <OpenTrades />
        <SidePanel key={drawn} side={drawn} filter={filter} />
      </div>
      {records !== 'never' && (
        <RecordsSheet open={records === 'open'} onClose={() => setRecords('closed')} />
      )}
    </>
  )
}
