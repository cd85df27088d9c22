import { Card, Empty, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { WindDownCards } from '../parts/wind-down-cards.tsx'
import { windDownsQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The wind-down: its notice, what it stops, the distribution, and the own part of it. Public. */
export default function WindDownScreen() {
  const t = useTexts(texts)
  const query = useQuery(windDownsQuery)
  useLive('wallets', { invalidate: ['wind-down'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>
        {({ items, proposedBecause }) => (
          <>
            {proposedBecause && <Note tone="warn">{t(`because_${proposedBecause}`)}</Note>}
            {items.length === 0 && <Empty>{t('none')}</Empty>}
            {items.map(one => (
              <WindDownCards key={one.id} item={one} />
            ))}
          </>
        )}
      </QueryView>
      <Card>
        <p className="sub">{t('rule')}</p>
      </Card>
    </div>
  )
}
