import {
  AddressText,
  Card,
  Flow,
  figureText,
  List,
  Moment,
  MoneyRow,
  Note,
  Row,
  shortAddress,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Copyable } from '../../shell/copyable.tsx'
import {
  Link,
  nav,
  pages,
  QueryView,
  type T,
  type Texts,
  usePageTitle,
  useTexts,
} from '../../shell/index.ts'
import { isMissing, Missing } from '../../shell/missing.tsx'
import { markSeen } from '../../shell/result/seen-results.ts'
import { orderQuery } from '../queries.ts'
import { ruleCheckTexts } from '../rule-check-texts.ts'
import { stageTexts } from '../stage-texts.ts'
import { type Order, type PathStage, stagesOf } from '../stages.ts'
import { texts } from '../texts.ts'
import styles from './order-detail.module.css'
import { WaitLine } from './order-flow.tsx'
import { CancelButton, StatusChip } from './order-parts.tsx'

/** One order: its progress, who decided, and its transaction. */
export function OrderDetail({ id }: { id: string }) {
  const t = useTexts(texts)
  const query = useQuery(orderQuery(id))
  const amount = query.data && figureText(query.data.amount, 2, 6)
  usePageTitle(amount === undefined ? t('order') : t('title', { amount }))
  if (isMissing(query.error))
    return (
      <Missing back={t('toOrders')} onBack={() => nav.replace(pages.mineArea.orderList)}>
        {t('missing')}
      </Missing>
    )
  return (
    <div className="page-pad stack">
      <QueryView query={query}>{order => <Whole order={order} />}</QueryView>
    </div>
  )
}

function Whole({ order }: { order: Order }) {
  const isDone = order.stage === 'done'
  useEffect(() => {
    if (isDone) markSeen(order.id)
  }, [isDone, order.id])
  const t = useTexts(texts)
  const ts = useTexts(stageTexts)
  const names = stagesOf(order).map(({ stage, state, at }) => {
    const isStopped = state === 'stopped'
    const ended = isStopped ? endOf(order) : null
    return {
      name: ended ? ts(`stopped.${ended}`) : ts(`step.${stage}`),
      state,
      aside: at === null ? endTime(order, isStopped) : <Moment time={at} />,
      note: isStopped ? <EndNote order={order} /> : <StageNote order={order} stage={stage} />,
    }
  })
  return (
    <>
      <Card aside={<StatusChip order={order} />} title={t('to')}>
        <AddressText address={order.address} />
      </Card>
      <Card className={styles.steps}>
        <Flow label={ts('steps')} steps={names} upright />
        <WaitLine order={order} />
        <WhyPeople order={order} />
      </Card>
      <NotYou order={order} />
      {order.asked !== null && <Note tone="warn">{t('cut')}</Note>}
      <Card title={t('order')}>
        <Facts order={order} />
      </Card>
      <CancelButton order={order} wide />
      {!order.cancellable && order.status === 'under_review' && (
        <p className="cap">{t('noCancel')}</p>
      )}
    </>
  )
}

/**
 * What to do about a first withdrawal to an address that somebody else requested, while it can be
 * cancelled.
 */
function NotYou({ order: { approvableFrom, requestedAt, cancellable } }: { order: Order }) {
  const t = useTexts(texts)
  if (!cancellable || approvableFrom <= requestedAt) return null
  return (
    <Note tone="warn">
      {t('notYou')}
      <span className={styles.links}>
        <Link page={pages.mineArea.changePayPass}>{t('changePayPass')}</Link>
        <Link page={pages.more.sessions}>{t('devices')}</Link>
      </span>
    </Note>
  )
}

/** Why the rule check has left the order to people, while they have not decided. */
function WhyPeople({ order: { ruleCheck, status, stage } }: { order: Order }) {
  const t = useTexts(ruleCheckTexts)
  const isDecided = status !== 'under_review' || stage === 'released'
  if (isDecided || !ruleCheck?.reasons.length) return null
  return (
    <div className={styles.why}>
      <p>{t('title')}</p>
      <ul>
        {ruleCheck.reasons.map(reason => (
          <li key={reason}>{t(`reason.${reason}`)}</li>
        ))}
      </ul>
    </div>
  )
}

const endOf = ({ stage }: Order): 'refused' | 'cancelled' | 'returned' =>
  stage === 'refused' || stage === 'returned' ? stage : 'cancelled'

function endTime(order: Order, isStopped: boolean) {
  const end = isStopped && order.steps.find(step => step.stage === order.stage)
  return end ? <Moment time={end.at} /> : null
}

/** What was done at a step. */
function StageNote({ order, stage }: { order: Order; stage: PathStage }) {
  const t = useTexts(texts)
  const decisions = order.decisions.map((one, i) => ({ ...one, key: `${i}` }))
  if (stage === 'requested') {
    const amounts = { amount: figureText(order.amount, 2, 6), fee: figureText(order.fee, 2, 6) }
    return t('frozen', amounts)
  }
  if (stage === 'reviewed' || stage === 'released') {
    const own = stage === 'reviewed' ? ['review'] : ['release', 'automatic']
    return decisions
      .filter(one => own.includes(one.decision))
      .map(decided => (
        <p key={decided.key} className={decided.overtaken ? styles.overtaken : undefined}>
          {decisionText(t, decided, order.ruleCheck?.version ?? 0)}
          {decided.note && <q>{decided.note}</q>}
          {decided.overtaken && <em>{t('overtaken')}</em>}
        </p>
      ))
  }
  if (stage === 'sent' && order.payout) {
    const { transaction } = order.payout
    return (
      <Copyable text={transaction}>
        {t('hash')} <span className="num">{shortAddress(transaction)}</span>
      </Copyable>
    )
  }
  // Until then the line below counts them.
  if (stage === 'done' && order.stage === 'done' && order.payout) {
    const { confirmations, needed } = order.payout
    return t('confirmations', { n: Math.min(confirmations, needed), needed })
  }
  return null
}

type TextsOf<X> = X extends Texts<infer Z> ? T<Z> : never

function decisionText(
  t: TextsOf<typeof texts>,
  { decision, operator }: Order['decisions'][number],
  version: number,
): string {
  if (decision === 'automatic') return t('byRules', { n: version })
  const name = operator ?? ''
  return decision === 'review' ? t('checkedBy', { name }) : t('approvedBy', { name })
}

/** Why it ended unpaid, and where the money is. */
function EndNote({ order }: { order: Order }) {
  const t = useTexts(texts)
  const ts = useTexts(stageTexts)
  const refusal = order.decisions.find(one => one.decision === 'refuse')
  if (order.reason === 'voided')
    return t('voidedText', {
      cause: ts(`refused.${order.refusedBySigner?.cause ?? 'notApproved'}`),
    })
  if (order.stage === 'returned') return t('returnedText')
  if (order.reason === 'lossShared') return t('lossShared')
  return (
    <>
      {refusal && (
        <p>
          {t('refusedBy', {
            role: t(refusal.role ?? 'reviewer'),
            name: refusal.operator ?? '',
          })}
        </p>
      )}
      {order.refusal && <p>{t('refusal', { text: order.refusal })}</p>}
      <p>{t('cancelledText')}</p>
    </>
  )
}

function Facts({ order }: { order: Order }) {
  const t = useTexts(texts)
  return (
    <List>
      {order.status !== 'refused' && (
        <MoneyRow label={t('expected')} value={order.expected} unit="USDT" size="title" strong />
      )}
      {order.asked !== null && <MoneyRow label={t('asked')} value={order.asked} unit="USDT" />}
      <MoneyRow label={t('amount')} value={order.amount} unit="USDT" />
      <MoneyRow label={t('fee')} value={order.fee} unit="USDT" />
      {order.remarks && <Row label={t('remarksRow')} value={order.remarks} />}
      <Row label={t('orderNumber')} value={<Copyable text={order.orderNumber} />} />
    </List>
  )
}
