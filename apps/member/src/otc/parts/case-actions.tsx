import type { TradeView } from '@banyan/domain'
import { ActionBar, Button } from '@banyan/ui'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { wordingOf } from '../cases.ts'
import { waysTexts } from '../ways-texts.ts'

/** The viewer's choice in a case. */
export type Act = 'release' | 'concede' | 'withdraw' | 'accept'

/** The bar at the bottom: what is awaited from the viewer; nothing otherwise. */
export function CaseAction({ trade }: { trade: TradeView }) {
  const t = useTexts(waysTexts)
  const wording = wordingOf(trade, null)
  if (wording === null) return null
  return (
    <ActionBar>
      <Button
        onClick={() => nav.to(pages.otc[trade.side].submitAppeal, { id: trade.id, as: wording })}
      >
        {t(trade.moves.includes('counterClaim') ? 'ways.counterClaim' : `ways.${wording}`)}
      </Button>
    </ActionBar>
  )
}
