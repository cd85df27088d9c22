import type { SolvencyProof } from '@banyan/domain'
import { classes, Icon, type IconName } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { type Report, type StepName, type StepState, steps } from '../check-proof.ts'
import { proofTexts } from '../proof-texts.ts'
import styles from './proof.module.css'

const icons: Readonly<Record<StepState, IconName>> = {
  ok: 'check-circle',
  failed: 'warning',
  unknown: 'info',
  unseen: 'minus',
}

/** Every look that was taken, in plain words, and what came of it. */
export function ProofSteps({ report, proof }: { report: Report; proof: SolvencyProof }) {
  return (
    <ol className={styles.steps}>
      {steps.map(name => (
        <Step key={name} {...{ name, report, proof }} />
      ))}
    </ol>
  )
}

function Step({ name, report, proof }: { name: StepName; report: Report; proof: SolvencyProof }) {
  const t = useTexts(proofTexts)
  const state = report.steps[name]
  return (
    <li className={classes(styles.step, styles[state])}>
      <Icon name={icons[state]} size={20} />
      <div>
        <p>
          {t(`step.${name}`)}
          <span className={state === 'ok' ? 'visually-hidden' : styles.state}>
            {' '}
            {t(`state.${state}`)}
          </span>
        </p>
        {state === 'ok' && (
          <p className="cap">
            {name === 'path' ? t('says.path', hashed(proof)) : t(`says.${name}`)}
          </p>
        )}
        {state === 'failed' && report.failure && (
          <p className="cap">{t(`failure.${report.failure.check}`)}</p>
        )}
        {state === 'unknown' && name === 'books' && <p className="cap">{t('unknown.books')}</p>}
        {state === 'unknown' && name === 'key' && (
          <p className="cap">
            {t('unknown.key')} <Link page={pages.mineArea.export}>{t('openWords')}</Link>
          </p>
        )}
      </div>
    </li>
  )
}

/** How many paths and levels a proof has, and the hashes that they cost: one for each leaf and level. */
function hashed({ trees }: SolvencyProof) {
  const shares = trees.flatMap(tree => tree.shares)
  const levels = shares.reduce((sum, { beside }) => sum + beside.length, 0)
  return { paths: shares.length, levels, hashes: shares.length + levels }
}
