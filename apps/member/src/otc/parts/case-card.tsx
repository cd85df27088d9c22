import { type CaseQueue, otherParty, type TradeView } from '@banyan/domain'
import { Card, Flow, Icon, Moment, Note, TimeLeft } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { caseSteps, repliesOf } from '../cases.ts'
import { disputeTexts } from '../dispute-texts.ts'
import { viewerOf } from '../stages.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './dispute.module.css'

export type Dispute = NonNullable<TradeView['dispute']>

interface OfCase {
  trade: TradeView
  dispute: Dispute
}

/** The state of a case, and who is awaited until when: the sides first, then the arbitrators. */
export function CaseCard({ trade, dispute }: OfCase) {
  const t = useTexts(disputeTexts)
  const tt = useTexts(tradeTexts)
  const me = viewerOf(trade)
  const open = dispute.closedAt === null
  const { missedReply, question } = dispute
  const names = ['open', 'reply', 'judge', 'rule'] as const
  return (
    <Card className={open ? (styles.now ?? '') : ''}>
      <Flow
        label={t('case.title')}
        steps={caseSteps(dispute).map((state, place) => ({
          name: t(`step.${names[place] ?? 'open'}`),
          state,
        }))}
      />
      <div className={styles.awaited}>
        <Awaited trade={trade} dispute={dispute} />
        {open && (
          <span className={styles.escrow}>
            <Icon name="shield" size={16} />
            {tt('held')}
          </span>
        )}
      </div>
      {open && question && (
        <Note tone={question.to === me ? 'warn' : 'neutral'}>
          {t(question.to === me ? 'case.askedYou' : 'case.askedOther')}
          {question.text}
        </Note>
      )}
      {open && missedReply[me] && <Note tone="warn">{t('case.youMissed')}</Note>}
      {dispute.queue && <Queue queue={dispute.queue} />}
    </Card>
  )
}

/** The side whose answer is awaited, the viewer's first; else the state of the case. */
function Awaited({ trade, dispute }: OfCase) {
  const t = useTexts(disputeTexts)
  const me = viewerOf(trade)
  const other = otherParty(me)
  const due = repliesOf(dispute)
  const replying = due[me] ? me : other
  const until = due[replying]
  if (!until)
    return (
      <div>
        <h2>{t(`state.${dispute.state}`)}</h2>
        <p className="sub">{t(`about.${dispute.state}`)}</p>
      </div>
    )
  return (
    <div>
      <h2>
        {replying === me
          ? t('case.replyYou')
          : t('case.replyOther', { name: trade[other].nickname })}
      </h2>
      <p className="sub">
        {t('case.until')} <Moment time={until} />
      </p>
      <p className="sub">
        {t('case.left')} <TimeLeft deadline={until} />
      </p>
    </div>
  )
}

/** The arbitrator that the case waits for, its place in the queue, and when an administrator steps in. */
function Queue({ queue }: { queue: CaseQueue }) {
  const t = useTexts(disputeTexts)
  const { awaited, seat, place, waiting, asked, appointFrom } = queue
  const who = t(`seat.${seat === 2 ? 'second' : seat === 3 ? 'third' : 'first'}`)
  // The awaited answers of the sides are shown above, with their time.
  const isDue = awaited === 'administrator'
  return (
    <div className={styles.queue}>
      <Icon name="scales" size={20} />
      <div>
        <p>
          {t(`queue.${awaited}`, { who })}
          {place !== null && ` · ${t('queue.placeOf', { place, waiting })}`}
        </p>
        {place !== null && (
          <p className="sub">
            {t(asked === 0 ? 'queue.nobody' : 'queue.asked', { n: asked ?? 0 })}
          </p>
        )}
        {appointFrom && !isDue && (
          <p className="sub">
            {t('queue.appointFrom')} <Moment time={appointFrom} />
          </p>
        )}
      </div>
    </div>
  )
}
