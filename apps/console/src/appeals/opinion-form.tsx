import type { CallInput } from '@banyan/client'
import {
  type ClauseNumber,
  clauseNumbers,
  clauses,
  type giveOpinion,
  type RulingOutcome,
  rulingOutcomes,
} from '@banyan/domain'
import { AmountInput, Field, figureText } from '@banyan/ui'
import { useState } from 'react'
import { ActForm, Panel, useLanguage, useTexts } from '../shell/index.ts'
import styles from './appeals.module.css'
import type { Case } from './queries.ts'
import { appealTexts } from './texts.ts'

export interface OpinionFormProps {
  of: Case
  button: string
  pending: boolean
  onGive: (body: CallInput<typeof giveOpinion>['body']) => Promise<boolean>
}

/** Outcome, clause and reasons; for a split, how much goes to the buyer. */
export function OpinionForm({ of, button, pending, onGive }: OpinionFormProps) {
  const t = useTexts(appealTexts)
  const tongue = useLanguage()
  const [outcome, setOutcome] = useState<RulingOutcome | null>(null)
  const [quantity, setQuantity] = useState('')
  const [clause, setClause] = useState<ClauseNumber | null>(null)
  const left = of.unopened.length
  const isChosen = outcome !== null && clause !== null && (outcome !== 'split' || quantity !== '')
  const because = left > 0 ? t.act.unopened(left) : isChosen ? undefined : t.act.chooseFirst
  return (
    <Panel title={t.act.opinion} isNow>
      <ActForm
        label={t.act.reasons}
        button={button}
        maxLength={1000}
        pending={pending}
        because={because}
        onAct={async reasons => {
          if (outcome === null || clause === null) return false
          const split = outcome === 'split' ? { releaseQuantity: quantity } : {}
          return onGive({ outcome, clause, reasons, ...split })
        }}
      >
        <fieldset className={styles.choices}>
          <legend>{t.act.outcome}</legend>
          {rulingOutcomes.map(choice => (
            <label key={choice} className={styles.choice}>
              <input
                type="radio"
                name="outcome"
                checked={outcome === choice}
                onChange={() => setOutcome(choice)}
              />
              <span>{t.outcome[choice]}</span>
            </label>
          ))}
        </fieldset>
        {outcome === 'split' && (
          <Field label={t.act.quantity(figureText(of.trade.dealQuantity))}>
            <AmountInput
              unit="LEAF"
              value={quantity}
              onChange={event => setQuantity(event.currentTarget.value)}
            />
          </Field>
        )}
        <fieldset className={styles.choices}>
          <legend>{t.act.clause}</legend>
          {clauseNumbers.map(number => (
            <label key={number} className={styles.choice}>
              <input
                type="radio"
                name="clause"
                checked={clause === number}
                onChange={() => setClause(number)}
              />
              <span>
                <strong>{number}</strong> {clauses[number][tongue]}
              </span>
            </label>
          ))}
        </fieldset>
      </ActForm>
    </Panel>
  )
}
