import { Button } from '@banyan/ui'
import { createContext, use } from 'react'
import { Quoted, useTexts } from '../shell/index.ts'
import type { Proposal, Subject } from './queries.ts'
import { proposalTexts } from './texts.ts'

/** Whether the reader has opened the evidence of the open proposal, and how to open it. */
export const EvidenceContext = createContext<{ isOpen: boolean; open: () => void }>({
  isOpen: true,
  open: () => {},
})

/** Kinds that rest on evidence: it is opened before they are approved. */
const evidenceKinds: readonly Subject['kind'][] = [
  'receipt',
  'explanation',
  'shortfall',
  'wind_down',
]

/** True when the reader could approve it and has to open its evidence before. */
export const asksForEvidence = ({ moves, subject }: Pick<Proposal, 'moves' | 'subject'>): boolean =>
  moves.includes('approve') && evidenceKinds.includes(subject.kind)

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
