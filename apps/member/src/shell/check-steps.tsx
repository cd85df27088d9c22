import { Button, classes, Icon, type IconName, Skeleton } from '@banyan/ui'
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

/** A step of a check: its subject, its result, and what that means. */
export interface CheckStep {
  name: string
  state: StepState
  title: string
  note: ReactNode
}

/** All steps of a check that was made on this device. Not part of the shell's index: few pages need it. */
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

/** The stacked parts of a check's card. */
export const CheckLines = ({ children }: { children: ReactNode }) => (
  <div className={styles.lines}>{children}</div>
)

/** Two buttons of a check beside each other. */
export const CheckButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)

/** Shown while a check runs. */
export const CheckingLines = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.lines}>
    <p className="sub">{children}</p>
    <Skeleton width="64%" height="18px" />
    <Skeleton width="86%" height="18px" />
    <Skeleton width="50%" height="18px" />
  </div>
)

/** Repeats a check. */
export const CheckAgain = ({
  query,
  children,
}: {
  query: { isFetching: boolean; refetch(): unknown }
  children: ReactNode
}) => (
  <Button
    tone="secondary"
    size="small"
    icon="check-circle"
    pending={query.isFetching}
    onClick={() => void query.refetch()}
  >
    {children}
  </Button>
)
