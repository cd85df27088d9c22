import type { TradeView } from '@banyan/domain'
import { List, Moment, MomentRow, Row } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { disputeTexts } from '../dispute-texts.ts'
import { viewerOf } from '../stages.ts'
import type { Dispute } from './case-card.tsx'
import { Fold } from './fold.tsx'
import { RulesSheet } from './later-sheets.tsx'

/** Who opened a case, and the clauses that apply; collapsed to one line with its number. */
export default function CaseDetails({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  const t = useTexts(disputeTexts)
  const [rules, setRules] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <Fold title={t('case.details')} number={dispute.caseNumber}>
      <List>
        <Row
          label={t('case.openedBy')}
          note={<Moment time={dispute.openedAt} />}
          value={t(dispute.openedBy === viewerOf(trade) ? 'you' : `by.${dispute.openedBy}`)}
        />
        {dispute.queue && <MomentRow label={t('queue.since')} time={dispute.queue.since} />}
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
    </Fold>
  )
}
