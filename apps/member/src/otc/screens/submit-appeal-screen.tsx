import type { TradeView } from '@banyan/domain'
import { Button, Card, Countdown, Empty, Money, Note } from '@banyan/ui'
import { nav, pages, usePageQuery, usePageTitle, useTexts } from '../../shell/index.ts'
import { wordingOf } from '../cases.ts'
import styles from '../parts/dispute.module.css'
import { StatementForm } from '../parts/statement-form.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import { submitTexts } from '../submit-texts.ts'

/** The form for the arbitrators: an appeal, an answer, or the request for the one review. */
export default function SubmitAppealScreen() {
  return <TradePage stage="submitAppeal">{trade => <SubmitAppeal trade={trade} />}</TradePage>
}

function SubmitAppeal({ trade }: { trade: TradeView }) {
  const t = useTexts(submitTexts)
  const { as } = usePageQuery(pages.otc[trade.side].submitAppeal)
  const wording = wordingOf(trade, as)
  const late = trade.moves.includes('appealClosed')
  const counter = wording === 'appeal' && trade.moves.includes('counterClaim')
  usePageTitle(t(counter ? 'submit.counterClaim' : `submit.${wording ?? as ?? 'appeal'}`))
  if (wording === null) return <NotNow trade={trade} />
  return (
    <StatementForm key={wording} trade={trade} wording={wording} onSent={() => leave(trade)}>
      <TradeBrief trade={trade} />
      <Note>
        <ul className={styles.explains}>
          {(['first', 'second', 'third'] as const).map(nth => (
            <li key={nth}>{t(`explain.${late ? 'late' : wording}.${nth}`)}</li>
          ))}
        </ul>
      </Note>
    </StatementForm>
  )
}

/** Returns to the trade's page, which opens its current stage; a page that is alone opens it itself. */
function leave({ id, side }: TradeView): void {
  if (nav.engine.state().stack.length > 1) nav.back()
  else nav.replace(pages.otc[side].appeal, { id })
}

/** The trade concerned, in two lines. */
function TradeBrief({ trade }: { trade: TradeView }) {
  const other = trade.side === 'buy' ? trade.seller : trade.buyer
  return (
    <Card>
      <p className={styles.trade}>
        <Money value={trade.dealQuantity} unit="LEAF" size="title" />
        <Money value={trade.paymentAmount} unit="USDT" size="title" marked />
      </p>
      <p className={`cap ${styles.trade}`}>
        <span>{other.nickname}</span>
        <span className="num">{trade.matchingId}</span>
      </p>
    </Card>
  )
}

/** Nothing can be submitted now: why, and from when, if known. */
function NotNow({ trade }: { trade: TradeView }) {
  const t = useTexts(submitTexts)
  const { appealFrom, serverNow, state } = trade
  const later = state === 'paid' && appealFrom !== null && appealFrom > serverNow
  return (
    <Empty
      icon={later ? 'clock' : 'shield'}
      action={
        <Button
          tone="secondary"
          size="small"
          onClick={() => nav.replace(pages.otc[trade.side][trade.stage], { id: trade.id })}
        >
          {t('submit.toTrade')}
        </Button>
      }
    >
      {t(later ? 'submit.tooEarly' : 'submit.notNow')}
      {later && <Countdown deadline={appealFrom} size="hero" />}
    </Empty>
  )
}
