import {
  approveProposal,
  type BothLanguages,
  refuseProposal,
  type StatusAct,
  withdrawProposal,
} from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  hrefOf,
  type Language,
  mayRead,
  Panel,
  pages,
  Quoted,
  type Seat,
  Seats,
  toast,
  useCommand,
  useKeys,
  useLanguage,
  useMe,
  useTexts,
} from '../shell/index.ts'
import styles from './members.module.css'
import type { Member, MemberProposal } from './queries.ts'
import { stateTexts } from './state-texts.ts'
import { memberTexts } from './texts.ts'

/** What a proposal about a member does. */
function doesOf({ subject }: MemberProposal): StatusAct | 'freeze' | 'open' {
  if (subject.kind === 'distributed_status') return subject.act
  return subject.kind === 'account_freeze' && !subject.freezes ? 'open' : 'freeze'
}

/** The reasons as they were written: for operators in one language, for the member in both. */
function Why({ subject }: MemberProposal) {
  const tongue = useLanguage()
  if (subject.kind === 'account_freeze') return <Quoted>{subject.why}</Quoted>
  if (subject.kind !== 'distributed_status') return null
  return <BothQuoted texts={subject.why} tongue={tongue} />
}

/** What a member reads, the reader's language first. */
export const BothQuoted = ({ texts, tongue }: { texts: BothLanguages; tongue: Language }) => (
  <>
    <Quoted>{tongue === 'en' ? texts.en : texts.zh}</Quoted>
    <Quoted>{tongue === 'en' ? texts.zh : texts.en}</Quoted>
  </>
)

interface Props {
  member: Member
  proposal: MemberProposal
  /** Another open proposal of the page has the keys. */
  isSecond?: boolean
  now: number
}

/** A proposal that waits, with its seats, and what the reader may do with it. */
export function OpenProposal({ member, proposal, isSecond = false, now }: Props) {
  const t = useTexts(memberTexts).account
  return (
    <Panel isNow title={t.does[doesOf(proposal)]} aside={<Link proposal={proposal} />}>
      <Why {...proposal} />
      <Seats seats={useSeats(proposal, now)} />
      <Deciding member={member} proposal={proposal} isSecond={isSecond} />
    </Panel>
  )
}

/** The number of a proposal; a link where the reader may open the page of proposals. */
function Link({ proposal: { id } }: { proposal: MemberProposal }) {
  const { role } = useMe()
  const short = id.slice(0, 10)
  return mayRead(pages.proposals, role) ? <a href={hrefOf('proposals', id)}>{short}</a> : short
}

function useSeats(proposal: MemberProposal, now: number): Seat[] {
  const me = useMe()
  const t = useTexts(memberTexts).account.seat
  const { state, proposedBy, proposedAt, endedBy, endedAt, reason, moves } = proposal
  const first: Seat = {
    state: 'done',
    title: t.proposer(proposedBy),
    detail: dayText(proposedAt, now),
  }
  if (state !== 'open') {
    const detail = [endedAt && dayText(endedAt, now), reason].filter(Boolean).join(' · ')
    return [first, { state: 'done', title: t[state](endedBy ?? ''), detail }]
  }
  if (moves.includes('approve')) return [first, { state: 'yours', title: t.yours }]
  if (proposedBy === me.name) return [first, { state: 'waits', title: t.waits, detail: t.own }]
  return [first, { state: 'closed', title: t.waits, detail: t.notYou }]
}

function Deciding({ member, proposal, isSecond }: Required<Omit<Props, 'now'>>) {
  const t = useTexts(memberTexts).account
  const { id, moves } = proposal
  const [refusing, setRefusing] = useState(false)
  const approve = useCommand(approveProposal, { form: `members.approve:${id}` })
  const refuse = useCommand(refuseProposal, { form: `members.refuse:${id}` })
  const withdraw = useCommand(withdrawProposal, { form: `members.withdraw:${id}` })
  useKeys([{ keys: 'shift+x', label: t.keyRefuse, run: () => setRefusing(true) }], {
    off: isSecond || !moves.includes('refuse'),
  })
  useKeys([{ keys: 'escape', label: t.keyRefuse, run: () => setRefusing(false), isQuiet: true }], {
    off: !refusing,
  })
  if (moves.includes('withdraw'))
    return (
      <ActForm
        label={t.withdrawReason}
        button={t.withdraw}
        tone="secondary"
        isSecondary
        pending={withdraw.pending}
        onAct={async reason => {
          const done = await withdraw.run({ params: { id }, body: { reason } })
          if (done) toast(t.withdrawn, 'ok')
          return done !== null
        }}
      />
    )
  if (!moves.includes('approve')) return null
  if (refusing)
    return (
      <ActForm
        label={t.refuseReason}
        button={t.refuse}
        tone="danger"
        pending={refuse.pending}
        onAct={async reason => {
          const done = await refuse.run({ params: { id }, body: { reason } })
          if (done) toast(t.refused, 'ok')
          return done !== null
        }}
      />
    )
  return (
    <>
      <ActForm
        label={t.approveReason}
        isSecondary={isSecond}
        button={t.approve(t.does[doesOf(proposal)], member.nickname)}
        pending={approve.pending}
        onAct={async reason => {
          const done = await approve.run({ params: { id }, body: { reason } })
          if (done) toast(t.approved, 'ok')
          return done !== null
        }}
      />
      <Button tone="secondary" size="small" onClick={() => setRefusing(true)}>
        {t.refuse} {!isSecond && <kbd>⇧ X</kbd>}
      </Button>
    </>
  )
}

/** What was decided before. */
export function EndedProposals({
  title,
  proposals,
  now,
}: {
  title: string
  proposals: readonly MemberProposal[]
  now: number
}) {
  const t = useTexts(memberTexts).account
  const states = useTexts(stateTexts)
  const ended = proposals.filter(({ state }) => state !== 'open')
  if (ended.length === 0) return null
  return (
    <Panel title={title}>
      <ol className={styles.history}>
        {ended.map(proposal => (
          <li key={proposal.id}>
            <span>
              {t.does[doesOf(proposal)]} · {states.proposal[proposal.state]}
            </span>
            <span className="cap">
              {proposal.proposedBy} → {proposal.endedBy} ·{' '}
              {proposal.endedAt && dayText(proposal.endedAt, now)}
            </span>
            <Why {...proposal} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
