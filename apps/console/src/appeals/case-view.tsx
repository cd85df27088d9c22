import { CoinMark, CopyText, figureText, Money, shortAddress } from '@banyan/ui'
import { dayText, Fact, Facts, OpenHead, Panel, Tag, useTexts } from '../shell/index.ts'
import styles from './appeals.module.css'
import { CaseChat } from './case-chat.tsx'
import { ChainFindings } from './chain-findings.tsx'
import type { Case } from './queries.ts'
import { SideCard } from './side-card.tsx'
import { appealTexts } from './texts.ts'

export interface CaseViewProps {
  of: Case
  now: number
  /** Called with each picture or file that the reader has opened. */
  onOpened: (id: string) => void
}

/** A case in full: the chain first, then both sides beside each other, then how it came about. */
export function CaseView({ of, now, onOpened }: CaseViewProps) {
  const t = useTexts(appealTexts)
  const { trade, reason, openedBy } = of
  return (
    <>
      <OpenHead>
        <div className={styles.head}>
          <h2>
            {t.row(of.caseNumber)} <Tag>{t.state[of.state]}</Tag>
          </h2>
          <p className="cap">
            {reason ? t.reason[reason] : t.noReason} · {t.openedBy(t.side[openedBy])} ·{' '}
            {t.head.masked}
          </p>
        </div>
      </OpenHead>
      <div className={styles.amounts}>
        <span>
          <CoinMark coin="LEAF" size={24} />
          <Money value={trade.dealQuantity} unit="LEAF" size="num" place="exact" />
          <span className="cap">{t.head.escrow}</span>
        </span>
        <span>
          <CoinMark coin="USDT" size={24} />
          <Money value={trade.paymentAmount} unit="USDT" size="num" marked />
          <span className="cap">{t.head.payment}</span>
        </span>
      </div>
      <ChainFindings id={of.id} payFrom={trade.payFrom} now={now} />
      <div className={styles.sides}>
        <SideCard side="buyer" of={of} now={now} onOpened={onOpened} />
        <SideCard side="seller" of={of} now={now} onOpened={onOpened} />
      </div>
      {of.question && (
        <Panel title={t.question.title} aside={t.question.asked(t.side[of.question.to])}>
          <p>{of.question.text}</p>
          <p className="cap">{dayText(of.question.at, now)}</p>
        </Panel>
      )}
      <div className={styles.sides}>
        <Panel title={t.timeline}>
          <ol className={styles.timeline}>
            {trade.timeline.map(({ event, actor, at }) => (
              <li key={`${event}${at}`}>
                <time>{dayText(at, now)}</time>
                <span>{t.event[event]}</span>
                <span className={styles.quiet}>{t.actor[actor]}</span>
              </li>
            ))}
          </ol>
          <Facts>
            <Fact name={t.deadlines.payment}>{dayText(trade.paymentDeadline, now)}</Fact>
            <Fact name={t.deadlines.grace}>{dayText(trade.graceDeadline, now)}</Fact>
            <Fact name={t.deadlines.release}>
              {trade.releaseDeadline && dayText(trade.releaseDeadline, now)}
            </Fact>
          </Facts>
        </Panel>
        <Panel>
          <Facts>
            <Fact name={t.head.matching}>
              <CopyText text={trade.matchingId} />
            </Fact>
            <Fact name={t.head.price}>{figureText(trade.dealPrice, 4, 6)}</Fact>
            <Fact name={t.head.fee}>{figureText(trade.fee)} LEAF</Fact>
            <Fact name={t.head.network}>{trade.network}</Fact>
            <Fact name={t.head.payTo}>
              <CopyText text={trade.payTo}>{shortAddress(trade.payTo)}</CopyText>
            </Fact>
            <Fact name={t.head.payFrom}>
              {trade.payFrom ? (
                <CopyText text={trade.payFrom}>{shortAddress(trade.payFrom)}</CopyText>
              ) : (
                t.head.any
              )}
            </Fact>
          </Facts>
        </Panel>
      </div>
      <CaseChat id={of.id} now={now} onOpened={onOpened} />
    </>
  )
}
