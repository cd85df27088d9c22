import { isRefused } from '@banyan/client'
import { openEvidence } from '@banyan/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Answer,
  dayText,
  ForecastOfProposal,
  OpenHead,
  Panel,
  type Seat,
  Seats,
  Tag,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { ProposalActs } from './acts.tsx'
import { EvidenceContext } from './evidence.tsx'
import { type Proposal, proposalQuery } from './queries.ts'
import { SubjectView } from './subject.tsx'
import { proposalTexts } from './texts.ts'
import { whatOf } from './what.ts'

const tones = { open: 'mine', approved: 'ok', refused: 'bad', withdrawn: 'plain' } as const

/** One proposal: its content and difference, who proposed it, and the reader's decision. */
export function ProposalPanel({ id, now }: { id: string; now: number }) {
  const t = useTexts(proposalTexts)
  const query = useQuery(proposalQuery(id))
  // Shown once, to the approver: it stays while the panel is open.
  const [secret, setSecret] = useState<string | null>(null)
  const open = useCommand(openEvidence)
  if (query.data === undefined && isRefused(query.error))
    return (
      <OpenHead>
        <p>{t.gone}</p>
      </OpenHead>
    )
  return (
    <Answer query={query}>
      {proposal => (
        <EvidenceContext
          value={{
            // Only who could approve it has to open it before.
            isOpen: proposal.evidenceOpened || !proposal.moves.includes('approve'),
            open: () => void open.run({ params: { id: proposal.id } }),
          }}
        >
          <OpenHead>
            <h2>
              {t.kind[proposal.subject.kind]} {whatOf(proposal.subject)}{' '}
              <Tag tone={tones[proposal.state]}>{t.state[proposal.state]}</Tag>
            </h2>
          </OpenHead>
          {secret && (
            <Panel isNow>
              <p>{t.secret}</p>
              <code>{secret}</code>
            </Panel>
          )}
          <SubjectView subject={proposal.subject} now={now} />
          {proposal.subject.kind === 'rules' && (
            <ForecastOfProposal proposalId={proposal.id} isOpen={proposal.state === 'open'} />
          )}
          <Panel title={t.people}>
            <People proposal={proposal} now={now} />
          </Panel>
          <ProposalActs proposal={proposal} onSecret={setSecret} />
        </EvidenceContext>
      )}
    </Answer>
  )
}

function People({ proposal, now }: { proposal: Proposal; now: number }) {
  return <Seats seats={useSeats(proposal, now)} />
}

function useSeats(proposal: Proposal, now: number): Seat[] {
  const me = useMe()
  const t = useTexts(proposalTexts)
  const { state, proposedBy, proposedAt, endedBy, endedAt, reason, moves } = proposal
  const first: Seat = {
    state: 'done',
    title: t.seat.proposer(proposedBy),
    detail: dayText(proposedAt, now),
  }
  if (state !== 'open') {
    const detail = [endedAt && dayText(endedAt, now), reason].filter(Boolean).join(' · ')
    return [first, { state: 'done', title: t.seat[state](endedBy ?? ''), detail }]
  }
  if (moves.includes('approve')) return [first, { state: 'yours', title: t.seat.yours }]
  if (proposedBy === me.name)
    return [first, { state: 'waits', title: t.seat.waits, detail: t.seat.own }]
  return [first, { state: 'closed', title: t.seat.waits, detail: t.seat.notYou }]
}
