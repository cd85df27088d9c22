import { CopyText, shortAddress } from '@banyan/ui'
import { Attachments, dayText, Panel, Quoted, Tag, useTexts } from '../shell/index.ts'
import styles from './appeals.module.css'
import type { Case } from './queries.ts'
import { appealTexts } from './texts.ts'

/** What one side says and shows; the buyer's card has the vouchers of the payment. */
export function SideCard({
  side,
  of,
  now,
  onOpened,
}: {
  side: 'buyer' | 'seller'
  of: Case
  now: number
  onOpened: (id: string) => void
}) {
  const t = useTexts(appealTexts)
  const { trade, replyBy, missedReply } = of
  const statements = of.statements.filter(({ by }) => by === side)
  const shown = side === 'buyer' ? [...trade.earlierPayments] : []
  const due = replyBy[side]
  return (
    <Panel
      title={
        <>
          {t.side[side]} <span className={styles.masked}>{trade[side]}</span>
        </>
      }
      aside={
        missedReply[side] ? (
          <Tag tone="warn">{t.sides.missed}</Tag>
        ) : (
          due && t.sides.replyBy(dayText(due, now))
        )
      }
    >
      {statements.length === 0 && <p className="cap">{t.sides.nothing}</p>}
      {statements.map(statement => (
        <div key={statement.id} className={styles.statement}>
          <p className="cap">
            {t.kind[statement.kind]}
            {statement.reason && ` · ${t.reason[statement.reason]}`} · {dayText(statement.at, now)}
          </p>
          <Quoted>{statement.text}</Quoted>
          {statement.hash && (
            <p className="cap">
              {t.sides.hash}{' '}
              <CopyText text={statement.hash}>{shortAddress(statement.hash)}</CopyText>
            </p>
          )}
          <Attachments
            pictures={statement.pictures}
            files={statement.files}
            originals
            onOpened={onOpened}
          />
        </div>
      ))}
      {side === 'buyer' && trade.payment && (
        <Voucher
          title={`${t.sides.shown} · ${dayText(trade.payment.paidAt, now)}`}
          hash={trade.payment.hash}
          pictures={trade.payment.vouchers}
          onOpened={onOpened}
        />
      )}
      {shown.map(payment => (
        <Voucher
          key={payment.shownAt}
          title={`${t.sides.earlier} · ${dayText(payment.shownAt, now)}`}
          hash={payment.hash}
          pictures={payment.vouchers}
          onOpened={onOpened}
        />
      ))}
    </Panel>
  )
}

function Voucher(props: {
  title: string
  hash: string
  pictures: readonly string[]
  onOpened: (id: string) => void
}) {
  const { title, hash, pictures, onOpened } = props
  return (
    <div className={styles.statement}>
      <p className="cap">
        {title} <CopyText text={hash}>{shortAddress(hash)}</CopyText>
      </p>
      <Attachments pictures={pictures} files={[]} originals onOpened={onOpened} />
    </div>
  )
}
