import { Card, Empty } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { SharingCard } from '../parts/sharing-card.tsx'
import { lossesQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Losses that balances share: the notices, all figures, and the own part. Public. */
export default function LossesScreen() {
  const t = useTexts(texts)
  const query = useQuery(lossesQuery)
  useLive('wallets', { invalidate: ['losses'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{t('none')}</Empty>
          ) : (
            items.map(one => <SharingCard key={one.id} sharing={one} />)
          )
        }
      </QueryView>
      <Card>
        <p className="sub">{t('rule')}</p>
      </Card>
    </div>
  )
}
