import { useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import { PointsCard } from './points-card.tsx'

/** What a passed check proves. */
export function ProofMeaning() {
  const t = useTexts(proofTexts)
  return <PointsCard title={t('meansTitle')} points={[t('means1'), t('means2'), t('means3')]} />
}
