import { proposeDistributedStatus, type StatusAct, statusActs } from '@banyan/domain'
import { Button, Field, TextArea } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  Fact,
  Facts,
  Panel,
  Quoted,
  Tag,
  toast,
  useCommand,
  useKeys,
  useLanguage,
  useTexts,
} from '../shell/index.ts'
import styles from './members.module.css'
import { BothQuoted, EndedProposals, OpenProposal } from './proposal.tsx'
import type { Member } from './queries.ts'
import { stateTexts } from './state-texts.ts'
import { distributedTones } from './state-tones.ts'
import { statusTexts } from './status-texts.ts'

interface Props {
  member: Member
  now: number
}

/** The member's status as a distributed member: its reason, its appeal, its acts, and proposing. */
export function DistributedPanels({ member, now }: Props) {
  const t = useTexts(statusTexts)
  const of = (kind: string) => member.proposals.filter(({ subject }) => subject.kind === kind)
  const proposals = of('distributed_status')
  const open = proposals.filter(({ state }) => state === 'open')
  const othersOpen = of('account_freeze').some(({ state }) => state === 'open')
  return (
    <>
      <Status member={member} now={now} />
      {open.map((proposal, at) => (
        <OpenProposal
          key={proposal.id}
          member={member}
          proposal={proposal}
          isSecond={othersOpen || at > 0}
          now={now}
        />
      ))}
      {open.length === 0 && <Proposing member={member} />}
      <EndedProposals title={t.proposals} proposals={proposals} now={now} />
    </>
  )
}

function Status({ member, now }: Props) {
  const t = useTexts(statusTexts)
  const states = useTexts(stateTexts)
  const tongue = useLanguage()
  const { state, since, reason, appeal, acts } = member.distributed
  const waits = state === 'suspended' && appeal !== null && appeal.answer === null
  return (
    <Panel
      title={t.title}
      isNow={waits}
      aside={<Tag tone={distributedTones[state]}>{states.distributed[state]}</Tag>}
    >
      <Facts>
        <Fact name={t.since}>{since && dayText(since, now)}</Fact>
        <Fact name={t.reason}>{reason && <BothQuoted texts={reason} tongue={tongue} />}</Fact>
        <Fact name={t.appeal}>
          {appeal && (
            <>
              {dayText(appeal.at, now)}
              <Quoted>{appeal.text}</Quoted>
            </>
          )}
        </Fact>
        <Fact name={t.answer}>
          {appeal &&
            (appeal.answer ? <BothQuoted texts={appeal.answer} tongue={tongue} /> : t.waits)}
        </Fact>
      </Facts>
      {acts.length > 0 && (
        <ol className={styles.history}>
          {acts.map(({ event, actor, at }) => (
            <li key={`${event}${at}`}>
              <span>{t.event[event]}</span>
              <span className="cap">
                {t.actor[actor]} · {dayText(at, now)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

const keysOf: Readonly<Record<StatusAct, { keys: string; mark: string }>> = {
  suspend: { keys: 'shift+d', mark: '⇧ D' },
  reinstate: { keys: 'shift+d', mark: '⇧ D' },
  revoke: { keys: 'shift+k', mark: '⇧ K' },
}

/** Proposing what the status allows; a second proposal is of no use while one waits. */
function Proposing({ member }: { member: Member }) {
  const t = useTexts(statusTexts)
  const [act, setAct] = useState<StatusAct | null>(null)
  const may = statusActs.filter(one => member.moves.includes(one))
  useKeys(may.map(one => ({ keys: keysOf[one].keys, label: t.act[one], run: () => setAct(one) })))
  useKeys([{ keys: 'escape', label: t.title, run: () => setAct(null), isQuiet: true }], {
    off: act === null,
  })
  if (may.length === 0) return null
  if (act !== null && may.includes(act))
    return <Asking member={member} act={act} onDone={() => setAct(null)} />
  return (
    <Panel>
      {may.map(one => (
        <Button key={one} tone="secondary" size="small" onClick={() => setAct(one)}>
          {t.act[one]} <kbd>{keysOf[one].mark}</kbd>
        </Button>
      ))}
    </Panel>
  )
}

/** The reason in both languages: the member reads it in the own one. */
function Asking({ member, act, onDone }: { member: Member; act: StatusAct; onDone: () => void }) {
  const t = useTexts(statusTexts)
  const { accountId, nickname } = member
  const [english, setEnglish] = useState('')
  const propose = useCommand(proposeDistributedStatus, { form: `members.status:${accountId}` })
  return (
    <Panel isNow title={t.act[act]}>
      <ActForm
        label={t.whyZh}
        hint={t.asks[act]}
        button={`${t.act[act]} · ${nickname} ${accountId}`}
        tone={act === 'reinstate' ? 'primary' : 'danger'}
        pending={propose.pending}
        because={english.trim() === '' ? t.both : undefined}
        onAct={async zh => {
          const body = { accountId, act, why: { zh, en: english.trim() } }
          const done = await propose.run({ body })
          if (!done) return false
          toast(t.proposed, 'ok')
          onDone()
          return true
        }}
      >
        <Field label={t.whyEn}>
          <TextArea
            rows={3}
            value={english}
            maxLength={500}
            onChange={event => setEnglish(event.currentTarget.value)}
          />
        </Field>
      </ActForm>
    </Panel>
  )
}
