import type { TradeView } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { payTexts } from '../pay-texts.ts'
import { GiveUpQuestion } from './later.tsx'

/** The way out for a buyer who has sent nothing. */
export function GiveUp({ trade, className }: { trade: TradeView; className: string }) {
  const t = useTexts(payTexts)
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button tone="secondary" className={className} onClick={() => setAsking('open')}>
        {t('topay.giveUp')}
      </Button>
      {asking !== 'never' && (
        <GiveUpQuestion
          trade={trade}
          open={asking === 'open'}
          onClose={() => setAsking('closed')}
        />
      )}
    </>
  )
}
