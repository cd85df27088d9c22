import {
  approveProposal,
  proposeAccountFreeze,
  refuseProposal,
  withdrawProposal,
} from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  Fact,
  Facts,
  hrefOf,
  mayRead,
  Panel,
  pages,
  Quoted,
  type Seat,
  Seats,
  toast,
  useCommand,
  useKeys,
  useMe,
  useTexts,
} from '../shell/index.ts'
import styles from './members.module.css'
import type { Member, MemberProposal } from './queries.ts'
import { stateTexts } from './state-texts.ts'
import { memberTexts } from './texts.ts'

interface Props {
  member: Member
  now: number
}

/** The state of the account, what was proposed about it, and proposing. */
export function AccountPanels({ member, now }: Props) {
  const open = member.proposals.filter(({ state }) => state === 'open')
  return (
    <>
      <State member={member} now={now} />
      {open.map(proposal => (
        <Open key={proposal.id} member={member} proposal={proposal} now={now} />
      ))}
      <Proposing member={member} isAsked={open.length > 0} />
      <Ended member={member} now={now} />
    </>
  )
}

function State({ member, now }: Props) {
  const t = useTexts(memberTexts).account
  const states = useTexts(stateTexts)
  const { frozenAt, closingAt, closedAt, freezes, insider } = member
  if (!frozenAt && !closingAt && !closedAt && freezes.length === 0 && !insider) return null
  return (
    <Panel title={t.title}>
      <Facts>
        <Fact name={t.closedAt}>{closedAt && dayText(closedAt, now)}</Fact>
        <Fact name={t.frozenAt}>{closedAt ? null : frozenAt && dayText(frozenAt, now)}</Fact>
        <Fact name={t.closingAt}>{closingAt && dayText(closingAt, now)}</Fact>
        {freezes.map(({ cause, until }) => (
          <Fact key={cause} name={t.security}>
            {states.freeze[cause]} · {t.until(dayText(until, now))}
          </Fact>
        ))}
        <Fact name={t.insider}>
          {insider && `${states.insider[insider.role]} · ${t.since(dayText(insider.since, now))}`}
        </Fact>
      </Facts>
    </Panel>
  )
}

const doesOf = ({ subject }: MemberProposal): 'freeze' | 'open' =>
  subject.kind === 'account_freeze' && !subject.freezes ? 'open' : 'freeze'
const whyOf = ({ subject }: MemberProposal): string =>
  subject.kind === 'account_freeze' ? subject.why : ''

/** A proposal that waits, with its seats, and what the reader may do with it. */
function Open({ member, proposal, now }: Props & { proposal: MemberProposal }) {
  const t = useTexts(memberTexts).account
  return (
    <Panel isNow title={t.does[doesOf(proposal)]} aside={<Link proposal={proposal} />}>
      <Quoted>{whyOf(proposal)}</Quoted>
      <Seats seats={useSeats(proposal, now)} />
      <Deciding member={member} proposal={proposal} />
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

function Deciding({ member, proposal }: { member: Member; proposal: MemberProposal }) {
  const t = useTexts(memberTexts).account
  const { id, moves } = proposal
  const [refusing, setRefusing] = useState(false)
  const approve = useCommand(approveProposal, { form: `members.approve:${id}` })
  const refuse = useCommand(refuseProposal, { form: `members.refuse:${id}` })
  const withdraw = useCommand(withdrawProposal, { form: `members.withdraw:${id}` })
  useKeys([{ keys: 'shift+x', label: t.keyRefuse, run: () => setRefusing(true) }], {
    off: !moves.includes('refuse'),
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
        button={t.approve(t.does[doesOf(proposal)], member.nickname)}
        pending={approve.pending}
        onAct={async reason => {
          const done = await approve.run({ params: { id }, body: { reason } })
          if (done) toast(t.approved, 'ok')
          return done !== null
        }}
      />
      <Button tone="secondary" size="small" onClick={() => setRefusing(true)}>
        {t.refuse} <kbd>⇧ X</kbd>
      </Button>
    </>
  )
}

/** Proposing to freeze or open the account; a second proposal is of no use while one waits. */
function Proposing({ member, isAsked }: { member: Member; isAsked: boolean }) {
  const t = useTexts(memberTexts).account
  const { accountId, nickname, moves } = member
  const [asking, setAsking] = useState(false)
  const propose = useCommand(proposeAccountFreeze, { form: `members.freeze:${accountId}` })
  const freezes = moves.includes('freeze')
  const may = freezes || moves.includes('open')
  const verb = freezes ? t.freeze : t.open
  useKeys([{ keys: 'shift+f', label: verb, run: () => setAsking(true) }], { off: !may || isAsked })
  useKeys([{ keys: 'escape', label: verb, run: () => setAsking(false), isQuiet: true }], {
    off: !asking,
  })
  if (isAsked) return null
  if (!may) return <p className={styles.note}>{t.notYou}</p>
  return (
    <Panel>
      {asking ? (
        <ActForm
          label={freezes ? t.freezeReason : t.openReason}
          hint={t.asks}
          button={`${verb} · ${nickname} ${accountId}`}
          tone={freezes ? 'danger' : 'primary'}
          pending={propose.pending}
          onAct={async why => {
            const done = await propose.run({ body: { accountId, freezes, why } })
            if (!done) return false
            toast(t.proposed, 'ok')
            setAsking(false)
            return true
          }}
        />
      ) : (
        <Button
          tone="secondary"
          size="small"
          icon={freezes ? 'lock' : 'key'}
          onClick={() => setAsking(true)}
        >
          {verb} <kbd>⇧ F</kbd>
        </Button>
      )}
    </Panel>
  )
}

/** What was decided before. */
function Ended({ member, now }: Props) {
  const t = useTexts(memberTexts).account
  const states = useTexts(stateTexts)
  const ended = member.proposals.filter(({ state }) => state !== 'open')
  if (ended.length === 0) return null
  return (
    <Panel title={t.proposals}>
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
            <Quoted>{whyOf(proposal)}</Quoted>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
