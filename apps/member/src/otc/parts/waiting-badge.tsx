import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/index.ts'
import { dueTexts } from '../due-texts.ts'
import { openTradesQuery } from '../open-trades.ts'
import { useTradeNews } from '../use-news.ts'
import { waitingCount } from '../waits.ts'

/**
 * The number of own trades that wait for the member, for the tab of the market; nothing when there
 * are none.
 */
export function WaitingBadge({ className }: { className: string | undefined }) {
  const t = useTexts(dueTexts)
  const { data } = useQuery(openTradesQuery)
  useTradeNews()
  const n = waitingCount(data?.items ?? [])
  if (n === 0) return null
  return (
    <b className={className}>
      {n}
      <span className="visually-hidden"> {t('waiting')}</span>
    </b>
  )
}
