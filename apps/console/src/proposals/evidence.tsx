import { Button } from '@banyan/ui'
import { createContext, use } from 'react'
import { Quoted, useTexts } from '../shell/index.ts'
import { proposalTexts } from './texts.ts'

/** Whether the reader has opened the evidence of the open proposal, and how to open it. */
export const EvidenceContext = createContext<{ isOpen: boolean; open: () => void }>({
  isOpen: true,
  open: () => {},
})

/** What a proposal rests on: closed to those who could approve it, until they open it. */
export function Evidence({ children }: { children: string }) {
  const t = useTexts(proposalTexts)
  const { isOpen, open } = use(EvidenceContext)
  return isOpen ? (
    <Quoted>{children}</Quoted>
  ) : (
    <Button tone="secondary" size="small" onClick={open}>
      {t.act.openEvidence}
    </Button>
  )
}
