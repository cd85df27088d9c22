import { giveUpTrade, type TradeView } from '@banyan/domain'
import { Button, Confirm } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { dropDraft } from '../pay-draft.ts'
import { tradeTexts } from '../trade-texts.ts'
import { useTradeMove } from '../use-trade-move.ts'

/** Gives the trade up, after the buyer has confirmed that nothing was sent. */
export function GiveUp({ trade, className }: { trade: TradeView; className: string }) {
  const t = useTexts(tradeTexts)
  const [asking, setAsking] = useState(false)
  const giveUp = useTradeMove(giveUpTrade, trade.id, {
    done: t('topay.gaveUp'),
    onRefused: () => {
      setAsking(false)
      return false
    },
  })
  async function run() {
    await giveUp.run({ params: { id: trade.id }, body: { nothingSent: true } }, () => {
      setAsking(false)
      dropDraft(trade.id)
    })
  }
  return (
    <>
      <Button tone="secondary" className={className} onClick={() => setAsking(true)}>
        {t('topay.giveUp')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('topay.giveUpTitle')}
        confirmText={t('topay.giveUpConfirm')}
        cancelText={t('topay.giveUpKeep')}
        tone="danger"
        pending={giveUp.pending}
        onConfirm={() => void run()}
      >
        {t('topay.giveUpText')}
      </Confirm>
    </>
  )
}
