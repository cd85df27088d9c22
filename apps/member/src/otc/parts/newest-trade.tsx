import { Button, Empty } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nav, pages, QueryView, useShown, useTexts } from '../../shell/index.ts'
import { newestTexts } from '../newest-texts.ts'
import { newestTradeQuery } from '../queries.ts'
import type { Side } from '../stages.ts'
import { TradeSkeleton } from './trade-skeleton.tsx'

/** An address without a trade: opens the newest own trade of this side, or shows that there is none. */
export default function NewestTrade({ side }: { side: Side }) {
  const t = useTexts(newestTexts)
  const query = useQuery(newestTradeQuery(side))
  const shown = useShown()
  const id = query.data?.items[0]?.id
  useEffect(() => {
    // The trade's own page opens the current stage.
    if (shown && id) nav.replace(pages.otc[side].topay, { id })
  }, [shown, side, id])
  return (
    <QueryView query={query} skeleton={<Waiting />}>
      {({ items }) =>
        items.length > 0 ? (
          <Waiting />
        ) : (
          <Empty
            action={
              <Button size="small" onClick={() => nav.relaunch(pages.market)}>
                {t('toMarket')}
              </Button>
            }
          >
            {t(side)}
          </Empty>
        )
      }
    </QueryView>
  )
}

const Waiting = () => (
  <div className="page-pad">
    <TradeSkeleton />
  </div>
)
