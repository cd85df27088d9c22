import { type investmentLimits, type PauseDays, pauseDays, pauseInvesting } from '@banyan/domain'
import { Button, Confirm, Moment, Note, Sheet } from '@banyan/ui'
import { useState } from 'react'
import type { z } from 'zod'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './pause-sheet.module.css'

export interface PauseSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  limits: z.output<typeof investmentLimits>
}

/** A voluntary break from investing: three lengths of the same size, none of them recommended. */
export default function PauseSheet({ open, onOpenChange, limits }: PauseSheetProps) {
  const t = useTexts(texts)
  const [days, setDays] = useState<PauseDays>(1)
  const [asking, setAsking] = useState(false)
  const pause = useCommand(pauseInvesting)
  const confirm = async () => {
    const answer = await pause.run({ body: { days } })
    setAsking(false)
    if (!answer) return
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
      queryClient.invalidateQueries({ queryKey: ['wallets'] }),
      queryClient.invalidateQueries({ queryKey: ['otc'] }),
      queryClient.invalidateQueries({ queryKey: ['earnings'] }),
    ])
    onOpenChange(false)
    toast(t('pauseDone'), 'ok')
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('pause')}>
      <div className="stack">
        <p>{t('pauseLead')}</p>
        {limits.pausedUntil && (
          <Note>
            {t('pausedUntil')} <Moment time={limits.pausedUntil} />
          </Note>
        )}
        <div className={styles.choice}>
          {pauseDays.map(days => (
            <Button
              key={days}
              tone="secondary"
              onClick={() => {
                setDays(days)
                setAsking(true)
              }}
            >
              {t('pauseDays', { count: days })}
            </Button>
          ))}
        </div>
        <p className="cap">{t('pauseNote')}</p>
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('pauseTitle', { count: days })}
        confirmText={t('pauseConfirm')}
        pending={pause.pending}
        onConfirm={() => void confirm()}
      >
        {t('pauseNote')}
      </Confirm>
    </Sheet>
  )
}
