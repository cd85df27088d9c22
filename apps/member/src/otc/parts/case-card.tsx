import { type CaseQueue, otherParty, type TradeView } from '@banyan/domain'
import { Card, Chip, Countdown, List, Moment, Note, Row } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { caseLooks } from '../cases.ts'
import { disputeTexts } from '../dispute-texts.ts'
import { viewerOf } from '../stages.ts'
import { RulesSheet } from './later.tsx'

export type Dispute = NonNullable<TradeView['dispute']>

/** Where a case is, who is asked to answer until when, and by which clauses it is judged. */
export function CaseCard({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  const t = useTexts(disputeTexts)
  const [rules, setRules] = useState<'never' | 'open' | 'closed'>('never')
  const me = viewerOf(trade)
  const other = otherParty(me)
  const look = caseLooks[dispute.state]
  const open = dispute.closedAt === null
  const { replyBy, missedReply, question } = dispute
  return (
    <Card
      title={t('case.title')}
      aside={<Chip tone={look.tone}>{t(`state.${dispute.state}`)}</Chip>}
    >
      <p className="sub">{t(`about.${dispute.state}`)}</p>
      {open && question && (
        <Note tone={question.to === me ? 'warn' : 'neutral'}>
          {t(question.to === me ? 'case.askedYou' : 'case.askedOther')}
          {question.text}
        </Note>
      )}
      {open && missedReply[me] && <Note tone="warn">{t('case.youMissed')}</Note>}
      <List>
        <Row label={t('case.number')} value={<span className="num">{dispute.caseNumber}</span>} />
        <Row
          label={t('case.openedBy')}
          note={<Moment time={dispute.openedAt} />}
          value={t(dispute.openedBy === me ? 'you' : `by.${dispute.openedBy}`)}
        />
        {open && replyBy[me] && !missedReply[me] && (
          <Row label={t('case.replyYou')} value={<Countdown deadline={replyBy[me]} />} />
        )}
        {open && replyBy[other] && (
          <Row
            label={t('case.replyOther')}
            value={
              missedReply[other] ? t('case.otherMissed') : <Countdown deadline={replyBy[other]} />
            }
          />
        )}
        {dispute.queue && <Queue queue={dispute.queue} />}
        <Row
          icon="shield"
          label={t('case.rules')}
          note={t('case.rulesNote')}
          onClick={() => setRules('open')}
        />
      </List>
      {rules !== 'never' && (
        <RulesSheet open={rules === 'open'} onClose={() => setRules('closed')} />
      )}
    </Card>
  )
}

/** Whom the case waits for, its place among all that wait, and when an administrator steps in. */
function Queue({ queue }: { queue: CaseQueue }) {
  const t = useTexts(disputeTexts)
  const { awaited, seat, since, place, waiting, asked, appointFrom } = queue
  const who = t(`seat.${seat === 2 ? 'second' : seat === 3 ? 'third' : 'first'}`)
  const isDue = awaited === 'administrator'
  return (
    <>
      <Row
        label={t('queue.awaited')}
        note={
          <>
            {t('queue.since')} <Moment time={since} />
          </>
        }
        value={t(`queue.${awaited}`, { who })}
      />
      {place !== null && (
        <Row
          label={t('queue.place')}
          note={t(asked === 0 ? 'queue.nobody' : 'queue.asked', { n: asked ?? 0 })}
          value={t('queue.placeOf', { place, waiting })}
        />
      )}
      {appointFrom && !isDue && (
        <Row label={t('queue.appointFrom')} value={<Moment time={appointFrom} />} />
      )}
    </>
  )
}
