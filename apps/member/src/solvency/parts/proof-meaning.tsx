import { Card } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import points from './points.module.css'

/** What a green check is worth. */
export function ProofMeaning() {
  const t = useTexts(proofTexts)
  return (
    <Card title={t('meansTitle')}>
      <ul className={points.points}>
        <li>{t('means1')}</li>
        <li>{t('means2')}</li>
        <li>{t('means3')}</li>
      </ul>
    </Card>
  )
}
