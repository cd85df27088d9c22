import { proposalRules, proposeCost } from '@banyan/domain'
import { CopyText, Field, figureText, microOf, shortAddress, TextInput } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  AmountHead,
  dayText,
  Fact,
  Facts,
  Panel,
  Quoted,
  Tag,
  toast,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { ChainFacts } from './chain-facts.tsx'
import type { CostLine } from './cost-line.ts'
import { costTexts } from './cost-texts.ts'
import { phaseTones } from './phases.ts'
import type { ShownCost } from './queries.ts'
import { treasuryTexts } from './texts.ts'
import { Agreeing } from './two-seats.tsx'

/** One payment: what the chain shows, what was said of it, and the reader's part. */
export function CostPanel(props: CostLine & { ops: string | undefined; now: number }) {
  const { cost, proposal, phase, ops, now } = props
  const { role } = useMe()
  const t = useTexts(treasuryTexts)
  const c = useTexts(costTexts)
  const mayPropose = proposalRules.cost.propose.includes(role)
  return (
    <>
      <AmountHead amount={cost.amount}>
        <Tag tone={phaseTones[phase]}>{c.phase[phase]}</Tag>
      </AmountHead>
      <Panel isNow>
        <p>{c.phaseNote[phase]}</p>
        {cost.booked && (
          <Facts>
            <Fact name={c.fields.payee}>{cost.booked.payee}</Fact>
            <Fact name={c.fields.reference}>{cost.booked.reference}</Fact>
            <Fact name={c.fields.evidence}>
              <Quoted>{cost.booked.evidence}</Quoted>
            </Fact>
            <Fact name={c.fields.document}>
              <CopyText text={cost.booked.document}>{shortAddress(cost.booked.document)}</CopyText>
            </Fact>
            <Fact name={t.fields.bookedAt}>{dayText(cost.booked.bookedAt, now)}</Fact>
          </Facts>
        )}
      </Panel>
      <ChainFacts of={cost} now={now} />
      <Agreeing phase={phase} proposal={proposal} mayPropose={mayPropose} now={now}>
        <Propose cost={cost} ops={ops} />
      </Agreeing>
    </>
  )
}

/** Who was paid, for what, and the receipt; amount, addresses and time are the chain's. */
function Propose({ cost, ops }: { cost: ShownCost; ops: string | undefined }) {
  const c = useTexts(costTexts)
  const [payee, setPayee] = useState('')
  const [reference, setReference] = useState('')
  const [document, setDocument] = useState<{ name: string; hash: string } | null>(null)
  const propose = useCommand(proposeCost, { form: `treasury.cost:${cost.id}` })
  const isCovered = ops === undefined || microOf(cost.amount) <= microOf(ops)
  const hash = async (file: File | undefined) => {
    if (!file) return setDocument(null)
    const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    const hex = [...new Uint8Array(sum)].map(byte => byte.toString(16).padStart(2, '0')).join('')
    setDocument({ name: file.name, hash: hex })
  }
  return (
    <Panel title={c.act.title} isNow>
      <ActForm
        label={c.fields.evidence}
        hint={c.act.evidenceHint}
        maxLength={2_000}
        button={c.act.button(figureText(cost.amount))}
        pending={propose.pending}
        because={
          !isCovered
            ? c.act.beyond
            : payee.trim() === '' || reference.trim() === ''
              ? c.act.namePayee
              : document === null
                ? c.act.chooseDocument
                : undefined
        }
        onAct={async evidence => {
          if (document === null) return false
          const facts = { payee: payee.trim(), reference: reference.trim(), evidence }
          const body = { transferId: cost.id, ...facts, document: document.hash }
          const done = await propose.run({ body })
          if (done) toast(c.act.proposed, 'ok')
          return done !== null
        }}
      >
        <Field label={c.fields.payee} hint={c.act.payeeHint}>
          <TextInput
            value={payee}
            maxLength={200}
            onChange={event => setPayee(event.currentTarget.value)}
          />
        </Field>
        <Field label={c.fields.reference} hint={c.act.referenceHint}>
          <TextInput
            value={reference}
            maxLength={200}
            onChange={event => setReference(event.currentTarget.value)}
          />
        </Field>
        <Field label={c.fields.document} hint={document?.hash ?? c.act.documentHint}>
          <input type="file" onChange={event => void hash(event.currentTarget.files?.[0])} />
        </Field>
      </ActForm>
    </Panel>
  )
}
