import { Card } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { ClosingCard } from '../parts/closing-card.tsx'
import { ExportCard } from '../parts/export-card.tsx'
import { PicturesCard } from '../parts/pictures-card.tsx'
import { closingQuery, personalDataQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The member's own data: export, deleting pictures, closing the account. */
export default function DataScreen() {
  const t = useTexts(texts)
  const query = useQuery(personalDataQuery)
  // A closing that can be undone, or one that was stopped, comes first, because it waits for an
  // answer.
  const { data: closing } = useQuery(closingQuery)
  const isUrgent = closing !== undefined && closing.state !== 'open'
  useLive('personalData', { invalidate: ['personalData', 'overview'] })
  useLive('personalData', { invalidate: ['personalData', 'closing'] })
  return (
    <div className="page-pad stack">
      {isUrgent && <ClosingCard />}
      <QueryView query={query}>
        {({ export: dataExport, pictures }) => (
          <>
            <ExportCard dataExport={dataExport} />
            <PicturesCard usage={pictures} />
          </>
        )}
      </QueryView>
      <Card title={t('keptTitle')}>
        <p className="sub">{t('kept')}</p>
      </Card>
      {!isUrgent && <ClosingCard />}
    </div>
  )
}
