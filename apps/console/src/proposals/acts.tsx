import { approveProposal, refuseProposal, withdrawProposal } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { use, useState } from 'react'
import {
  Acknowledging,
  ActForm,
  Panel,
  toast,
  useCommand,
  useKeys,
  useTexts,
} from '../shell/index.ts'
import { EvidenceContext } from './evidence.tsx'
import type { Proposal } from './queries.ts'
import { proposalTexts } from './texts.ts'

type Line = Extract<Proposal['subject'], { kind: 'rules' }>['crosses'][number]['line']

/** What the reader may do with a proposal, by the server's answer. */
export function ProposalActs(props: { proposal: Proposal; onSecret: (secret: string) => void }) {
  const { moves } = props.proposal
  const t = useTexts(proposalTexts)
  const [refusing, setRefusing] = useState(false)
  useKeys([{ keys: 'shift+x', label: t.act.refuse, run: () => setRefusing(true) }], {
    off: !moves.includes('refuse'),
  })
  if (moves.length === 0) return null
  return (
    <Panel isNow>
      {moves.includes('approve') && !refusing && <Approval {...props} />}
      {moves.includes('refuse') &&
        (refusing ? (
          <Ending proposal={props.proposal} move="refuse" onDone={() => setRefusing(false)} />
        ) : (
          <Button tone="secondary" size="small" onClick={() => setRefusing(true)}>
            {t.act.refuse} <kbd>⇧ X</kbd>
          </Button>
        ))}
      {moves.includes('withdraw') && (
        <Ending proposal={props.proposal} move="withdraw" onDone={() => {}} />
      )}
    </Panel>
  )
}

function Approval({
  proposal,
  onSecret,
}: {
  proposal: Proposal
  onSecret: (secret: string) => void
}) {
  const { id, subject } = proposal
  const t = useTexts(proposalTexts)
  const approve = useCommand(approveProposal, { form: `proposals.approve:${id}` })
  const crosses = subject.kind === 'rules' ? subject.crosses : []
  const [agreed, setAgreed] = useState<readonly Line[]>([])
  const isOpen = crosses.every(({ line }) => agreed.includes(line))
  const evidence = use(EvidenceContext)
  return (
    <ActForm
      label={t.act.approveReason}
      button={`${t.act.approve} · ${t.kind[subject.kind]}`}
      pending={approve.pending}
      because={!evidence.isOpen ? t.act.evidenceFirst : isOpen ? undefined : t.act.acknowledgeFirst}
      onAct={async reason => {
        const body = { reason, acknowledges: [...agreed] }
        const done = await approve.run({ params: { id }, body })
        if (!done) return false
        toast(t.act.approved, 'ok')
        if (done.setUpSecret) onSecret(done.setUpSecret)
        return true
      }}
    >
      <Acknowledging crosses={crosses} agreed={agreed} onChange={setAgreed} label={t.acknowledge} />
    </ActForm>
  )
}

function Ending(props: { proposal: Proposal; move: 'refuse' | 'withdraw'; onDone: () => void }) {
  const { proposal, move, onDone } = props
  const { id } = proposal
  const t = useTexts(proposalTexts)
  const refuse = useCommand(refuseProposal, { form: `proposals.refuse:${id}` })
  const withdraw = useCommand(withdrawProposal, { form: `proposals.withdraw:${id}` })
  const isRefusal = move === 'refuse'
  const command = isRefusal ? refuse : withdraw
  useKeys([{ keys: 'escape', label: t.act.refuse, run: onDone, isQuiet: true }], {
    off: !isRefusal,
  })
  return (
    <ActForm
      label={isRefusal ? t.act.refuseReason : t.act.withdrawReason}
      button={isRefusal ? t.act.refuse : t.act.withdraw}
      tone={isRefusal ? 'danger' : 'secondary'}
      pending={command.pending}
      onAct={async reason => {
        const done = await command.run({ params: { id }, body: { reason } })
        if (!done) return false
        toast(isRefusal ? t.act.refused : t.act.withdrawn, 'ok')
        onDone()
        return true
      }}
    />
  )
}
