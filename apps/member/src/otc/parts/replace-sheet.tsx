import { replaceEvidence, type TradeView } from '@banyan/domain'
import { Button, Note, Sheet } from '@banyan/ui'
import { useId } from 'react'
import { useTexts } from '../../shell/index.ts'
import { codes } from '../codes.ts'
import { replaceTexts } from '../replace-texts.ts'
import { useEvidenceForm } from '../use-evidence-form.ts'
import { useTradeMove } from '../use-trade-move.ts'
import { EvidenceFields } from './evidence-fields.tsx'

/** Other pictures, another hash, or both; the current ones are the initial values. */
export default function ReplaceSheet(props: {
  trade: TradeView
  open: boolean
  onClose: () => void
}) {
  const { trade, open, onClose } = props
  const t = useTexts(replaceTexts)
  const id = useId()
  const evidence = useEvidenceForm(trade.payment ?? { hash: '', vouchers: [] })
  const replace = useTradeMove(replaceEvidence, trade.id, {
    done: t('done'),
    onRefused: refusal => {
      if (refusal.code !== codes.evidenceUnchanged) return evidence.showRefusal(refusal)
      evidence.form.setError('hash', { message: refusal.message })
      return true
    },
  })
  const submit = evidence.submit(async body => {
    await replace.run({ params: { id: trade.id }, body }, onClose)
  })
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('title')}
      locked={replace.pending}
      footer={
        <Button type="submit" form={id} wide pending={replace.pending}>
          {t('confirm')}
        </Button>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={submit}>
        <Note>{t('note')}</Note>
        <EvidenceFields evidence={evidence} busy={replace.pending} />
      </form>
    </Sheet>
  )
}
