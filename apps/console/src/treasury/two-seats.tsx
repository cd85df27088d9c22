import type { ReactNode } from 'react'
import { dayText, hrefOf, Panel, type Seat, Seats, useMe, useTexts } from '../shell/index.ts'
import type { phaseTones } from './phases.ts'
import type { Proposal } from './queries.ts'
import { treasuryTexts } from './texts.ts'

interface AgreeingProps {
  phase: keyof typeof phaseTones
  proposal: Proposal | undefined
  mayPropose: boolean
  now: number
  /** The form of the first person. */
  children: ReactNode
}

/** While two people have not agreed: their seats, and the form of the one who proposes. */
export function Agreeing({ phase, children, ...seats }: AgreeingProps) {
  return (
    <>
      {(phase === 'classify' || phase === 'decide') && <TwoSeats {...seats} />}
      {phase === 'classify' && seats.mayPropose && children}
    </>
  )
}

/** Both seats of what two people agree on: who has proposed it, and who decides. */
export function TwoSeats({
  proposal,
  mayPropose,
  now,
}: {
  proposal: Proposal | undefined
  /** The reader's role proposes this kind. */
  mayPropose: boolean
  now: number
}) {
  const me = useMe()
  const t = useTexts(treasuryTexts)
  const second: Seat = !proposal
    ? { state: 'waits', title: t.seats.second, detail: t.seats.afterFirst }
    : proposal.moves.includes('approve')
      ? { state: 'yours', title: t.seats.yoursToDecide }
      : proposal.proposedBy === me.name
        ? { state: 'waits', title: t.seats.second, detail: t.seats.own }
        : { state: 'closed', title: t.seats.second, detail: t.seats.notYou }
  const first: Seat = proposal
    ? {
        state: 'done',
        title: t.seats.proposed(proposal.proposedBy),
        detail: dayText(proposal.proposedAt, now),
      }
    : mayPropose
      ? { state: 'yours', title: t.seats.yoursToPropose }
      : { state: 'closed', title: t.seats.first, detail: t.seats.otherRole }
  return (
    <Panel title={t.seats.title}>
      <Seats seats={[first, second]} />
      {proposal && <a href={hrefOf('proposals', proposal.id)}>{t.seats.toProposal}</a>}
    </Panel>
  )
}
