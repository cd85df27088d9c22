import { useLayer } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { exchangeTermsQuery } from '../queries.ts'
import type { ExchangeSheetProps } from './exchange-sheet.tsx'

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const exchangeSheet = () => import('./exchange-sheet.tsx')

/** Opens the exchange of coin to USDT from wherever `children` draws its button. */
export function ExchangeOpener({ children }: { children: (open: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const terms = useQuery({ ...exchangeTermsQuery, enabled: open })
  const ready = open && terms.data !== undefined
  const ExchangeSheet = useLayer<ExchangeSheetProps>(ready, exchangeSheet, () => setOpen(false))
  return (
    <>
      {children(() => setOpen(true))}
      {ExchangeSheet && terms.data && (
        <ExchangeSheet open={open} onOpenChange={setOpen} terms={terms.data} />
      )}
    </>
  )
}
