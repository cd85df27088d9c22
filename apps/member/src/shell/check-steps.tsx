import { classes, Icon, type IconName } from '@banyan/ui'
import type { ReactNode } from 'react'
import type { StepState } from './check-states.ts'
import styles from './check-steps.module.css'
import { registerTexts, useTexts } from './texts/texts.ts'

const texts = registerTexts('checkSteps', {
  zh: {
    state: { ok: '成立', failed: '不成立', unknown: '未核对', unseen: '未走到' },
  },
  en: {
    state: { ok: 'holds', failed: 'does not hold', unknown: 'not checked', unseen: 'not reached' },
  },
})

const icons: Readonly<Record<StepState, IconName>> = {
  ok: 'check-circle',
  failed: 'warning',
  unknown: 'info',
  unseen: 'minus',
}

/** A step of a check: what is looked at, what came of it, and what that means. */
export interface CheckStep {
  name: string
  state: StepState
  title: string
  note: ReactNode
}

/** Every step of a check that was made on this device. Not part of the shell's index: few pages need it. */
export const CheckSteps = ({ steps }: { steps: readonly CheckStep[] }) => (
  <ol className={styles.steps}>
    {steps.map(step => (
      <Step key={step.name} step={step} />
    ))}
  </ol>
)

function Step({ step: { state, title, note } }: { step: CheckStep }) {
  const t = useTexts(texts)
  return (
    <li className={classes(styles.step, styles[state])}>
      <Icon name={icons[state]} size={20} />
      <div>
        <p>
          {title}
          <span className={state === 'ok' ? 'visually-hidden' : styles.state}>
            {' '}
            {t(`state.${state}`)}
          </span>
        </p>
        {note && <p className="cap">{note}</p>}
      </div>
    </li>
  )
}
