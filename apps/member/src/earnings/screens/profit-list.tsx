import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  HeadActions,
  HeadLink,
  Link,
  nav,
  pages,
  QueryView,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { EarningList } from '../parts/earning-list.tsx'
import { ResultsCard } from '../parts/results-card.tsx'
import { StaticRow } from '../parts/static-row.tsx'
import { profitTexts } from '../profit-texts.ts'
import { resultsQuery, staticQuery } from '../queries.ts'

/** Static earnings: what was realised, then each settlement with its pool, share and amount. */
export default function ProfitListScreen() {
  const t = useTexts(profitTexts)
  const { show } = usePageQuery(pages.communityArea.profitList)
  const results = useQuery(resultsQuery)
  const list = useInfiniteQuery(staticQuery(show))
  useLive('earnings', { invalidate: ['earnings'] })
  return (
    <div className="page-pad stack">
      <HeadActions>
        <HeadLink page={pages.communityArea.activate} icon="key" label={t('toActivate')} />
      </HeadActions>
      <QueryView query={results} compact>
        {facts => <ResultsCard results={facts.results} />}
      </QueryView>
      <EarningList
        label={t('filter')}
        value={show}
        onValueChange={next => nav.replace(pages.communityArea.profitList, { show: next })}
        choices={[
          { value: 'all', label: t('all') },
          { value: 'paid', label: t('paid') },
        ]}
        query={list}
        empty={t(show === 'all' ? 'empty' : 'emptyPaid')}
        onward={<Link page={pages.communityArea.activate}>{t('toActivate')}</Link>}
      >
        {one => <StaticRow key={one.id} earning={one} />}
      </EarningList>
    </div>
  )
}
