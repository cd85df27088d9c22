import { Empty } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList, useLive, useTexts } from '../../shell/index.ts'
import { costTexts } from '../cost-texts.ts'
import { CostCard } from '../parts/cost-card.tsx'
import { costsQuery } from '../queries.ts'

/** What the platform has spent, newest first: the transfer as the chain shows it, and what for. Public. */
export default function CostsScreen() {
  const t = useTexts(costTexts)
  const query = useInfiniteQuery(costsQuery)
  useLive('custody', { invalidate: ['solvency'] })
  return (
    <div className="page-pad stack">
      <p className="cap">
        {t('note')} {t('two')}
      </p>
      <PagedList query={query} empty={<Empty>{t('none')}</Empty>}>
        {items => items.map(one => <CostCard key={one.id} cost={one} />)}
      </PagedList>
    </div>
  )
}
