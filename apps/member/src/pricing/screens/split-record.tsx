import { Empty, Note, placedText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { PriceChart } from '../parts/price-chart.tsx'
import { SplitCard } from '../parts/split-card.tsx'
import { historyQuery, splitsQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** How the price came here, and every split with what it changed and what it did not. */
export default function SplitRecordScreen() {
  const t = useTexts(texts)
  const history = useQuery(historyQuery)
  const splits = useQuery(splitsQuery)
  useLive('pricing', { invalidate: ['pricing'] })
  return (
    <div className="page-pad stack">
      <Note>
        <strong>{t('headline')}</strong>
        <br />
        {t('how')}
      </Note>
      <QueryView query={history}>{guide => <PriceChart guide={guide} />}</QueryView>
      <QueryView query={splits}>
        {({ items, trigger }) =>
          items.length === 0 ? (
            <Empty
              icon="split"
              action={
                <p className="cap">{t('noneNote', { trigger: placedText(trigger, 'limit') })}</p>
              }
            >
              {t('none')}
            </Empty>
          ) : (
            items.map(split => <SplitCard key={split.times} split={split} />)
          )
        }
      </QueryView>
    </div>
  )
}
