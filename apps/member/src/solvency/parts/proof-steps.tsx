import type { SolvencyProof } from '@banyan/domain'
import type { ReactNode } from 'react'
import { CheckSteps } from '../../shell/check-steps.tsx'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { type Report, type StepName, steps } from '../check-proof.ts'
import { proofTexts } from '../proof-texts.ts'

/** Every check made, in plain words, and its result. */
export function ProofSteps({ report, proof }: { report: Report; proof: SolvencyProof }) {
  const t = useTexts(proofTexts)
  const notes: Record<Report['steps'][StepName], (name: StepName) => ReactNode> = {
    ok: name => (name === 'path' ? t('says.path', hashed(proof)) : t(`says.${name}`)),
    failed: () => report.failure && t(`failure.${report.failure.check}`),
    unknown: name => (name === 'books' ? t('unknown.books') : name === 'key' && <UnknownKey />),
    unseen: () => null,
  }
  return (
    <CheckSteps
      steps={steps.map(name => {
        const state = report.steps[name]
        return { name, state, title: t(`step.${name}`), note: notes[state](name) }
      })}
    />
  )
}

function UnknownKey() {
  const t = useTexts(proofTexts)
  return (
    <>
      {t('unknown.key')} <Link page={pages.mineArea.export}>{t('openWords')}</Link>
    </>
  )
}

/** How many paths and levels a proof has, and the number of hashes: one for each leaf and level. */
function hashed({ trees }: SolvencyProof) {
  const shares = trees.flatMap(tree => tree.shares)
  const levels = shares.reduce((sum, { beside }) => sum + beside.length, 0)
  return { paths: shares.length, levels, hashes: shares.length + levels }
}
