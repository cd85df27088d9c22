import { giveUpTrade, type TradeView } from '@banyan/domain'
import { Button, Confirm } from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { dropDraft } from '../pay-draft.ts'
import { tradeChanged, tradeQuery } from '../queries.ts'
import { tradeTexts } from '../trade-texts.ts'

/** Gives the trade up, after the buyer has confirmed that nothing was sent. */
export function GiveUp({ trade, className }: { trade: TradeView; className: string }) {
  const t = useTexts(tradeTexts)
  const [asking, setAsking] = useState(false)
  const giveUp = useCommand(giveUpTrade, {
    form: `otc.giveUp:${trade.id}`,
    onRefused: () => {
      setAsking(false)
      void queryClient.invalidateQueries({ queryKey: tradeQuery(trade.id).queryKey })
      return false
    },
  })
  async function run() {
    const closed = await giveUp.run({ params: { id: trade.id }, body: { nothingSent: true } })
    if (!closed) return
    setAsking(false)
    dropDraft(trade.id)
    toast(t('topay.gaveUp'), 'ok')
    tradeChanged(closed)
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
