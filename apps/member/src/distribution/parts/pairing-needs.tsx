import type { DistributedStatus } from '@banyan/domain'
import { Card, List, Row } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

/** What pairing pay requires besides the status, as counted by the last settlement. */
export function PairingNeeds({ status }: { status: DistributedStatus }) {
  const t = useTexts(texts)
  const { asked } = status
  const { left, right } = status.effectiveInvitees
  return (
    <Card title={t('pairs')}>
      <p className="sub">{t('pairsText')}</p>
      <List>
        <Row label={t('left')} value={t('people', { n: left })} strong={left > 0} />
        <Row label={t('right')} value={t('people', { n: right })} strong={right > 0} />
        <Row label={t('own')} value={t(status.effective ? 'yes' : 'no')} />
      </List>
      <p className="cap">
        {t('effective', { fees: asked.effectiveFees, days: asked.effectiveDays })}
      </p>
    </Card>
  )
}
