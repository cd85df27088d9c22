import { proposeAccountFreeze } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  Fact,
  Facts,
  Panel,
  toast,
  useCommand,
  useKeys,
  useTexts,
} from '../shell/index.ts'
import styles from './members.module.css'
import { EndedProposals, OpenProposal } from './proposal.tsx'
import type { Member } from './queries.ts'
import { stateTexts } from './state-texts.ts'
import { memberTexts } from './texts.ts'

interface Props {
  member: Member
  now: number
}

/** The state of the account, what was proposed about it, and proposing. */
export function AccountPanels({ member, now }: Props) {
  const t = useTexts(memberTexts).account
  const proposals = member.proposals.filter(({ subject }) => subject.kind === 'account_freeze')
  const open = proposals.filter(({ state }) => state === 'open')
  return (
    <>
      <State member={member} now={now} />
      {open.map(proposal => (
        <OpenProposal key={proposal.id} member={member} proposal={proposal} now={now} />
      ))}
      <Proposing member={member} isAsked={open.length > 0} />
      <EndedProposals title={t.proposals} proposals={proposals} now={now} />
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
