import type { AnswerOf, walletSummary } from '@banyan/domain'
import { Card, List, Money, Row, useLayer } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { limitQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import type { LimitSheetProps } from './limit-sheet.tsx'

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const limitSheet = () => import('./limit-sheet.tsx')

/** What the member may still sell and subscribe; the highest of it is the member's own to lower. */
export function LimitsCard({ summary }: { summary: AnswerOf<typeof walletSummary> }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const limits = useQuery({ ...limitQuery, enabled: open })
  const ready = open && limits.data !== undefined
  const LimitSheet = useLayer<LimitSheetProps>(ready, limitSheet, () => setOpen(false))
  return (
    <Card title={t('limits')}>
      <List>
        <Row
          label={t('tradingLimit')}
          value={<Money value={summary.tradingLimit} unit="USDT" most={2} />}
        />
        <Row
          label={t('purchasable')}
          value={<Money value={summary.purchasable} unit="USDT" most={2} />}
        />
        <Row
          label={t('maxInvestment')}
          note={t('limitChange')}
          value={<Money value={summary.maxInvestment} unit="USDT" most={2} />}
          onClick={() => setOpen(true)}
        />
      </List>
      {LimitSheet && limits.data && (
        <LimitSheet open={open} onOpenChange={setOpen} limits={limits.data} />
      )}
    </Card>
  )
}
