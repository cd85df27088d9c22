import type { AnswerOf, walletSummary } from '@banyan/domain'
import { Card, List, Moment, Money, Row, useLayer } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { limitQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import type { LimitSheetProps } from './limit-sheet.tsx'
import type { PauseSheetProps } from './pause-sheet.tsx'

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const limitSheet = () => import('./limit-sheet.tsx')
const pauseSheet = () => import('./pause-sheet.tsx')

/** What the member may still sell and subscribe; the highest of it is the member's own to lower. */
export function LimitsCard({ summary }: { summary: AnswerOf<typeof walletSummary> }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState<'limit' | 'pause' | null>(null)
  const { data: limits } = useQuery(limitQuery)
  const shut = () => setOpen(null)
  const isOpen = (which: typeof open) => open === which && limits !== undefined
  const LimitSheet = useLayer<LimitSheetProps>(isOpen('limit'), limitSheet, shut)
  const PauseSheet = useLayer<PauseSheetProps>(isOpen('pause'), pauseSheet, shut)
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
          onClick={() => setOpen('limit')}
        />
        <Row
          label={t('pause')}
          note={limits?.pausedUntil ? t('pausedUntil') : t('pauseChoice')}
          value={limits?.pausedUntil && <Moment time={limits.pausedUntil} />}
          onClick={() => setOpen('pause')}
        />
      </List>
      {LimitSheet && limits && (
        <LimitSheet open={open === 'limit'} onOpenChange={shut} limits={limits} />
      )}
      {PauseSheet && limits && (
        <PauseSheet open={open === 'pause'} onOpenChange={shut} limits={limits} />
      )}
    </Card>
  )
}
