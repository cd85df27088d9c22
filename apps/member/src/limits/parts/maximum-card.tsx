import { pauseDays } from '@banyan/domain'
import { Card, List, Moment, Money, Progress, Row, useLayer } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { type Investment, usedOf } from '../ways.ts'
import type { LimitSheetProps } from './limit-sheet.tsx'
import type { PauseSheetProps } from './pause-sheet.tsx'

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const limitSheet = () => import('./limit-sheet.tsx')
const pauseSheet = () => import('./pause-sheet.tsx')

/** The maximum investment: what is used of it and by what. It is the member's own to lower, and to pause. */
export function MaximumCard({ limits }: { limits: Investment }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState<'limit' | 'pause' | null>(null)
  const shut = () => setOpen(null)
  const LimitSheet = useLayer<LimitSheetProps>(open === 'limit', limitSheet, shut)
  const PauseSheet = useLayer<PauseSheetProps>(open === 'pause', pauseSheet, shut)
  const usdt = (value: string) => <Money value={value} unit="USDT" place="list" />
  const used = usedOf(limits)
  return (
    <Card title={t('limitTitle')}>
      <Progress
        label={t('used')}
        reached={<Money value={used} place="list" />}
        whole={
          <>
            / <Money value={limits.maxInvestment} unit="USDT" place="limit" />
          </>
        }
        part={used}
        of={limits.maxInvestment}
      />
      <List>
        <Row label={t('left')} value={usdt(limits.left)} strong />
        <Row label={t('issued')} value={usdt(limits.issued)} />
        <Row label={t('open')} value={usdt(limits.open)} />
        <Row label={t('marketBuys')} value={usdt(limits.marketBuys)} />
        <Row
          label={t('limitOwn')}
          note={t('limitChange')}
          value={usdt(limits.maxInvestment)}
          onClick={() => setOpen('limit')}
        />
        <Row
          label={t('pause')}
          note={
            limits.pausedUntil
              ? t('pausedUntil')
              : t('pauseChoice', { days: pauseDays.join(' / ') })
          }
          value={limits.pausedUntil && <Moment time={limits.pausedUntil} />}
          onClick={() => setOpen('pause')}
        />
      </List>
      <p className="cap">{t('together', { days: limits.windowDays })}</p>
      {LimitSheet && <LimitSheet open={open === 'limit'} onOpenChange={shut} limits={limits} />}
      {PauseSheet && <PauseSheet open={open === 'pause'} onOpenChange={shut} limits={limits} />}
    </Card>
  )
}
