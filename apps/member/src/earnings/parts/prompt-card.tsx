import { type AnswerOf, type activationTerms, answerPrompt, isPayStop } from '@banyan/domain'
import { Button, Card, figureText, Moment } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { nav, pages, toast, useCommand, useTexts } from '../../shell/index.ts'
import { PayStopText } from '../../shell/pay-stop.tsx'
import { texts } from '../texts.ts'
import styles from './prompt-card.module.css'

type Prompt = AnswerOf<typeof activationTerms>['prompts'][number]

const reasons = { cap: 'promptCap', term: 'promptTerm', round: 'promptRound' } as const

/**
 * The prompt of an elimination: three answers of one size, none of them chosen. Nothing waits for
 * an answer.
 */
export function PromptCard({ prompt, onReinvest }: { prompt: Prompt; onReinvest: () => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const answer = useCommand(answerPrompt)
  const choose = async (choice: 'withdraw' | 'keep') => {
    if (!(await answer.run({ params: { id: prompt.id }, body: { choice } }))) return
    await queries.invalidateQueries({ queryKey: ['earnings'] })
    if (choice === 'keep') toast(t(`promptKept_${prompt.module}`), 'ok')
    // Free coins must be exchanged to USDT first; network pay is USDT already.
    else
      nav.to(prompt.module === 'static' ? pages.assetsArea.walletList : pages.mineArea.withdrawal)
  }
  return (
    <Card title={t(prompt.module === 'static' ? 'promptTitle' : 'promptTitle_dynamic')}>
      <p className="cap">
        <Moment time={prompt.openedAt} />
      </p>
      <p className={styles.reason}>{t(reasons[prompt.reason])}</p>
      {prompt.reopening && <Reopening {...prompt.reopening} />}
      {prompt.quantity !== null && (
        <p>{t('promptFree', { quantity: figureText(prompt.quantity, 0, 6) })}</p>
      )}
      <p className={styles.equal}>{t('promptEqual')}</p>
      <div className={styles.choices}>
        <Button tone="secondary" pending={answer.pending} onClick={() => void choose('withdraw')}>
          {t('promptWithdraw')}
        </Button>
        <Button tone="secondary" pending={answer.pending} onClick={() => void choose('keep')}>
          {t('promptKeep')}
        </Button>
        <Button tone="secondary" pending={answer.pending} onClick={onReinvest}>
          {t('promptReinvest')}
        </Button>
      </div>
    </Card>
  )
}

/** What re-investing does to the closed round, or what its owner would need first to be paid at all. */
function Reopening({ kind, minimum }: NonNullable<Prompt['reopening']>) {
  const t = useTexts(texts)
  if (isPayStop(kind)) return <PayStopText stop={kind} className={styles.equal} />
  return <p className={styles.equal}>{t(`reopening_${kind}`, { min: figureText(minimum, 0) })}</p>
}
