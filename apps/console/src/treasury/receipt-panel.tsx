import { proposalRules, proposeReceipt, type ReceiptKind, receiptKinds } from '@banyan/domain'
import { Checkbox, Field, figureText, OneOf, TextInput } from '@banyan/ui'
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
import styles from './page.module.css'
import { phaseTones } from './phases.ts'
import type { Proposal, Receipt } from './queries.ts'
import { treasuryQueueTexts } from './queue-texts.ts'
import type { ReceiptPhase } from './receipt-state.ts'
import { treasuryTexts } from './texts.ts'
import { Agreeing } from './two-seats.tsx'

/** One receipt: what the chain shows, what was said of it, and the reader's part. */
export function ReceiptPanel(props: {
  receipt: Receipt
  proposal: Proposal | undefined
  phase: ReceiptPhase
  now: number
}) {
  const { receipt, proposal, phase, now } = props
  const { role } = useMe()
  const t = useTexts(treasuryTexts)
  const { use } = useTexts(treasuryQueueTexts)
  const mayPropose = proposalRules.receipt.propose.includes(role)
  return (
    <>
      <AmountHead amount={receipt.amount}>
        <Tag tone={phaseTones[phase]}>{t.phase[phase]}</Tag>
      </AmountHead>
      <Panel isNow>
        <p>{t.phaseNote[phase]}</p>
        <Facts>
          <Fact name={t.columns.use}>{use[receipt.use]}</Fact>
          <Fact name={t.columns.kind}>{receipt.booked && t.kind[receipt.booked.kind]}</Fact>
          <Fact name={t.fields.payer}>{receipt.booked?.payer ?? null}</Fact>
          <Fact name={t.fields.evidence}>
            {receipt.booked && <Quoted>{receipt.booked.evidence}</Quoted>}
          </Fact>
          <Fact name={t.fields.bookedAt}>{receipt.booked && dayText(receipt.booked.at, now)}</Fact>
        </Facts>
      </Panel>
      <ChainFacts of={{ ...receipt, to: receipt.address }} now={now} />
      <Agreeing phase={phase} proposal={proposal} mayPropose={mayPropose} now={now}>
        <Classify receipt={receipt} />
      </Agreeing>
    </>
  )
}

/** What the receipt is and who paid it; amount and time are the chain's. */
function Classify({ receipt }: { receipt: Receipt }) {
  const t = useTexts(treasuryTexts)
  const [kind, setKind] = useState<ReceiptKind | ''>('')
  const [payer, setPayer] = useState('')
  const [isCompared, setCompared] = useState(false)
  const propose = useCommand(proposeReceipt, { form: `treasury.receipt:${receipt.id}` })
  return (
    <Panel title={t.act.classify} isNow>
      <ActForm
        label={t.fields.evidence}
        hint={t.act.evidenceHint}
        maxLength={2_000}
        button={t.act.classifyButton(
          kind === '' ? t.act.what : t.kind[kind],
          figureText(receipt.amount),
        )}
        pending={propose.pending}
        because={
          kind === ''
            ? t.act.chooseKind
            : payer.trim() === ''
              ? t.act.namePayer
              : isCompared
                ? undefined
                : t.act.compareFirst
        }
        onAct={async evidence => {
          if (kind === '') return false
          const body = { receiptId: receipt.id, kind, payer: payer.trim(), evidence }
          const done = await propose.run({ body })
          if (done) toast(t.act.proposed, 'ok')
          return done !== null
        }}
      >
        <OneOf
          label={t.columns.kind}
          value={kind}
          row={styles.choices}
          choice={styles.choice}
          onValueChange={setKind}
          choices={receiptKinds.map(value => ({
            value,
            label: (
              <>
                <strong>{t.kind[value]}</strong>
                <span className={styles.effect}>{t.kindEffect[value]}</span>
              </>
            ),
          }))}
        />
        <Field label={t.fields.payer} hint={t.act.payerHint}>
          <TextInput
            value={payer}
            maxLength={200}
            onChange={event => setPayer(event.currentTarget.value)}
          />
        </Field>
        <Checkbox
          label={t.act.compared}
          checked={isCompared}
          onChange={event => setCompared(event.currentTarget.checked)}
        />
      </ActForm>
    </Panel>
  )
}
