import type { TradeView } from '@banyan/domain'
import {
  Button,
  Countdown,
  CountdownRing,
  classes,
  Icon,
  momentOf,
  placedText,
  useKit,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, nav, pages, useTexts } from '../../shell/index.ts'
import { KeptSpace, useKeepSpace } from '../../shell/kept-space.tsx'
import { dueTexts } from '../due-texts.ts'
import { openTradesQuery } from '../open-trades.ts'
import { useTradeNews } from '../use-news.ts'
import { byUrgency, waitOf } from '../waits.ts'
import styles from './due-trades.module.css'

export const firstQueries = [openTradesQuery]

const hourMs = 3_600_000

/** The maximum that Home shows; the others are on the market. */
const shownAtMost = 2

/** Own open trades, the most urgent first; nothing when there are none. */
export default function DueTrades() {
  const t = useTexts(dueTexts)
  const { data, isError } = useQuery(openTradesQuery)
  useTradeNews()
  const [first, ...others] = byUrgency(data?.items ?? [])
  const space = useKeepSpace('due-trades', data ? first !== undefined : null)
  if (!data && !isError) return <KeptSpace name="due-trades" />
  if (!first) return null
  const next = others.slice(0, shownAtMost - 1)
  const more = others.length - next.length
  return (
    <section ref={space} className={styles.card} aria-label={t('title')}>
      <FirstTrade trade={first} />
      {next.map(trade => (
        <NextTrade key={trade.id} trade={trade} />
      ))}
      {more > 0 && (
        <Link page={pages.market} className={styles.more}>
          {t('more', { n: more })}
          <Icon name="forward" size={16} />
        </Link>
      )}
    </section>
  )
}

function FirstTrade({ trade }: { trade: TradeView }) {
  const t = useTexts(dueTexts)
  const wait = waitOf(trade)
  const since = trade.timeline.at(-1)?.at ?? trade.dealtAt
  const { now } = useKit()
  const { deadline } = trade
  // A ring suits short times: hours are shown as text.
  const isNear = deadline !== null && momentOf(deadline) - now() <= hourMs
  const buys = trade.side === 'buy'
  const act =
    wait === 'pay' ? 'toPay' : wait === 'release' ? 'toRelease' : wait === null ? 'view' : 'open'
  return (
    <div className={styles.first}>
      {isNear && <CountdownRing deadline={deadline} since={since} />}
      <span className={styles.words}>
        <strong>{useLine(trade)}</strong>
        <span className="sub">
          {t(buys ? 'due' : 'coming', { amount: placedText(trade.paymentAmount, 'exact') })}
          {deadline && !isNear && (
            <>
              {' · '}
              <Countdown deadline={deadline} />
            </>
          )}
        </span>
      </span>
      <Button
        size="small"
        tone={wait === null ? 'tinted' : 'primary'}
        data-key={trade.id}
        onClick={() => nav.to(pages.otc[trade.side][trade.stage], { id: trade.id })}
      >
        {t(act)}
      </Button>
    </div>
  )
}

function NextTrade({ trade }: { trade: TradeView }) {
  return (
    <Link
      page={pages.otc[trade.side][trade.stage]}
      query={{ id: trade.id }}
      className={styles.next}
    >
      <span className={classes(styles.dot, waitOf(trade) === null && styles.quiet)} />
      <span className={styles.name}>{useLine(trade)}</span>
      {trade.deadline && (
        <span className="sub">
          <Countdown deadline={trade.deadline} />
        </span>
      )}
      <Icon name="forward" size={16} />
    </Link>
  )
}

/** What is to be done, or whom it waits for, in a line. */
function useLine(trade: TradeView): string {
  const t = useTexts(dueTexts)
  const { nickname: name } = trade.side === 'buy' ? trade.seller : trade.buyer
  const wait = waitOf(trade)
  if (wait) return t(wait, { name })
  if (trade.dispute && trade.dispute.closedAt === null) return t('case', { name })
  return t(trade.side === 'buy' ? 'buying' : 'selling', { name })
}
