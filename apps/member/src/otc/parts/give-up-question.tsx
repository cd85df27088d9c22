import { giveUpTrade, type TradeView } from '@banyan/domain'
import { Confirm } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { dropDraft, payDraft } from '../drafts.ts'
import { giveUpTexts } from '../give-up-texts.ts'
import { useTradeMove } from '../use-trade-move.ts'

interface GiveUpQuestionProps {
  trade: TradeView
  open: boolean
  onClose: () => void
}

/** Gives the trade up, after the buyer has confirmed that nothing was sent. */
export default function GiveUpQuestion({ trade, open, onClose }: GiveUpQuestionProps) {
  const t = useTexts(giveUpTexts)
  const giveUp = useTradeMove(giveUpTrade, trade.id, {
    done: t('done'),
    onRefused: () => {
      onClose()
      return false
    },
  })
  async function run() {
    await giveUp.run({ params: { id: trade.id }, body: { nothingSent: true } }, () => {
      onClose()
      dropDraft(payDraft(trade.id))
    })
  }
  return (
    <Confirm
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('title')}
      confirmText={t('confirm')}
      cancelText={t('keep')}
      tone="danger"
      pending={giveUp.pending}
      onConfirm={() => void run()}
    >
      {t('text')}
    </Confirm>
  )
}
