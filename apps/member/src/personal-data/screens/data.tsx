import { Card } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { ClosingCard } from '../parts/closing-card.tsx'
import { ExportCard } from '../parts/export-card.tsx'
import { PicturesCard } from '../parts/pictures-card.tsx'
import { personalDataQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** What a member does with the data about them: take it away, delete pictures, close the account. */
export default function DataScreen() {
  const t = useTexts(texts)
  const query = useQuery(personalDataQuery)
  useLive('personalData', { invalidate: ['personalData', 'overview'] })
  useLive('personalData', { invalidate: ['personalData', 'closing'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>
        {({ export: found, pictures }) => (
          <>
            <ExportCard found={found} />
            <PicturesCard usage={pictures} />
          </>
        )}
      </QueryView>
      <Card title={t('keptTitle')}>
        <p className="sub">{t('kept')}</p>
      </Card>
      <ClosingCard />
    </div>
  )
}
