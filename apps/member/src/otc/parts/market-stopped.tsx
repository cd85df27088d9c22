import { Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useLive, useTexts } from '../../shell/index.ts'
import { useStopped } from '../../shell/stopped-calls.ts'
import { publishOrderId } from '../market-calls.ts'
import { redQuery } from '../market-queries.ts'
import { texts } from '../texts.ts'

/** Why nobody can publish or take now, and since when; nothing while the market is open. */
export function MarketStopped() {
  const t = useTexts(texts)
  const { data } = useQuery(redQuery)
  useLive('custody', { invalidate: ['solvency'] })
  useLive('pricing', { invalidate: ['solvency'] })
  const isEnded = useStopped(publishOrderId)
  if (isEnded)
    return (
      <Note tone="danger">
        <p>{t('marketEnded')}</p>
        <Link page={pages.more.windDown}>{t('marketEndedMore')}</Link>
      </Note>
    )
  if (!data?.redSince) return null
  return (
    <Note tone="danger">
      <p>
        {t('stopped')} <Moment time={data.redSince} />
      </p>
      <p>{t('stoppedWhy')}</p>
      <Link page={pages.more.solvency}>{t('stoppedMore')}</Link>
    </Note>
  )
}
