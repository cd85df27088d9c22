import type { TradeView } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import { ReplaceSheet } from './later-sheets.tsx'

/** Shows other pictures or another hash; earlier evidence stays in the history. */
export function ReplaceEvidence({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const [open, setOpen] = useState(false)
  // The current evidence is fetched anew for every opening; a closing sheet keeps its content.
  const [openings, setOpenings] = useState(0)
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        onClick={() => {
          setOpenings(openings + 1)
          setOpen(true)
        }}
      >
        {t('evidence.replace')}
      </Button>
      {openings > 0 && (
        <ReplaceSheet key={openings} trade={trade} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
