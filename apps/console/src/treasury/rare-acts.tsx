import {
  type ProposalKind,
  proposeDepositKey,
  proposeSharing,
  proposeWindDown,
  proposeWindDownCancel,
  reportShortfall,
} from '@banyan/domain'
import { AmountInput, Field, Folded, figureText, TextArea, TextInput } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ActForm, dayText, hrefOf, Panel, toast, useCommand, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { Parts } from './parts.tsx'
import { accountsQuery, openProposalsQuery } from './queries.ts'
import { treasuryTexts } from './texts.ts'

const rareKinds: readonly ProposalKind[] = [
  'shortfall',
  'sharing',
  'deposit_key',
  'wind_down',
  'wind_down_cancel',
]

/** Acts that are rare and weigh much: each is a proposal, which another person decides on. */
export function RareActs({ now }: { now: number }) {
  const t = useTexts(treasuryTexts)
  const accounts = useQuery(accountsQuery).data
  return (
    <div className={styles.column}>
      <Parts />
      <div className={styles.acts}>
        <Open now={now} />
        <Act title={t.rare.shortfall} note={t.rare.shortfallNote}>
          <Shortfall missing={accounts?.missing} />
        </Act>
        <Act title={t.rare.sharing} note={t.rare.sharingNote}>
          <Sharing uncovered={accounts?.uncovered} />
        </Act>
        <Act title={t.rare.depositKey} note={t.rare.depositKeyNote}>
          <DepositKey />
        </Act>
        <Act title={t.rare.windDown} note={t.rare.windDownNote}>
          <WindDown />
        </Act>
        <Act title={t.rare.cancel} note={t.rare.cancelNote}>
          <WindDownCancel />
        </Act>
      </div>
    </div>
  )
}

/** The form is behind a line: nobody fills it in by mistake. */
const Act = (props: { title: string; note: string; children: ReactNode }) => {
  const t = useTexts(treasuryTexts)
  return (
    <Panel title={props.title}>
      <p className="cap">{props.note}</p>
      <Folded title={t.rare.open}>
        <div className={styles.form}>{props.children}</div>
      </Folded>
    </Panel>
  )
}

function Open({ now }: { now: number }) {
  const t = useTexts(treasuryTexts)
  const all = useQuery(openProposalsQuery()).data?.items ?? []
  const open = all.filter(({ subject }) => rareKinds.includes(subject.kind))
  return (
    <Panel title={t.rare.standing} isNow>
      {open.length === 0 && <p className="cap">{t.rare.noneOpen}</p>}
      <ul className={styles.lines}>
        {open.map(({ id, subject, proposedBy, proposedAt }) => (
          <li key={id} className={styles.line}>
            <a href={hrefOf('proposals', id)}>{t.rare.kind[subject.kind as 'shortfall']}</a>
            <span className={styles.quiet}>
              {proposedBy} · {dayText(proposedAt, now)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** True when the text is an amount as the server takes it. */
const isAmount = (text: string): boolean => /^(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text)

function Shortfall({ missing }: { missing: string | undefined }) {
  const t = useTexts(treasuryTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? (missing && missing !== '0' ? missing : '')
  const report = useCommand(reportShortfall, { form: 'treasury.shortfall' })
  return (
    <ActForm
      label={t.fields.evidence}
      hint={t.rare.shortfallEvidence}
      maxLength={2_000}
      isSecondary
      button={t.rare.shortfallButton}
      pending={report.pending}
      because={isAmount(amount) ? undefined : t.rare.enterAmount}
      onAct={async evidence => {
        const done = await report.run({ body: { amount, evidence } })
        if (done) toast(t.act.proposed, 'ok')
        return done !== null
      }}
    >
      <Field
        label={t.columns.amount}
        hint={missing === undefined ? undefined : t.rare.missing(figureText(missing))}
      >
        <AmountInput
          unit="USDT"
          value={amount}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </Field>
    </ActForm>
  )
}

function Sharing({ uncovered }: { uncovered: string | undefined }) {
  const t = useTexts(treasuryTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const [english, setEnglish] = useState('')
  const most = typed ?? (uncovered && uncovered !== '0' ? uncovered : '')
  const propose = useCommand(proposeSharing, { form: 'treasury.sharing' })
  return (
    <ActForm
      label={t.rare.noticeZh}
      maxLength={1_000}
      isSecondary
      tone="danger"
      button={t.rare.sharingButton}
      pending={propose.pending}
      because={
        !isAmount(most)
          ? t.rare.enterAmount
          : english.trim() === ''
            ? t.rare.bothLanguages
            : undefined
      }
      onAct={async zh => {
        const done = await propose.run({ body: { most, notice: { zh, en: english.trim() } } })
        if (done) toast(t.act.proposed, 'ok')
        return done !== null
      }}
    >
      <Field
        label={t.rare.most}
        hint={uncovered === undefined ? undefined : t.rare.uncovered(figureText(uncovered))}
      >
        <AmountInput
          unit="USDT"
          value={most}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </Field>
      <English label={t.rare.noticeEn} value={english} onValue={setEnglish} />
    </ActForm>
  )
}

function DepositKey() {
  const t = useTexts(treasuryTexts)
  const [xpub, setXpub] = useState('')
  const [english, setEnglish] = useState('')
  const propose = useCommand(proposeDepositKey, { form: 'treasury.depositKey' })
  const isKey = /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(xpub)
  return (
    <ActForm
      label={t.rare.whyZh}
      maxLength={1_000}
      isSecondary
      tone="danger"
      button={t.rare.depositKeyButton}
      pending={propose.pending}
      because={!isKey ? t.rare.enterKey : english.trim() === '' ? t.rare.bothLanguages : undefined}
      onAct={async zh => {
        const done = await propose.run({ body: { xpub, why: { zh, en: english.trim() } } })
        if (done) toast(t.act.proposed, 'ok')
        return done !== null
      }}
    >
      <Field label={t.rare.xpub}>
        <TextInput
          value={xpub}
          maxLength={111}
          placeholder="xpub6…"
          onChange={event => setXpub(event.currentTarget.value.trim())}
        />
      </Field>
      <English label={t.rare.whyEn} value={english} onValue={setEnglish} />
    </ActForm>
  )
}

function WindDown() {
  const t = useTexts(treasuryTexts)
  const [costs, setCosts] = useState('')
  const [evidence, setEvidence] = useState('')
  const [english, setEnglish] = useState('')
  const propose = useCommand(proposeWindDown, { form: 'treasury.windDown' })
  return (
    <ActForm
      label={t.rare.noticeZh}
      maxLength={1_000}
      isSecondary
      tone="danger"
      button={t.rare.windDownButton}
      pending={propose.pending}
      because={
        !isAmount(costs)
          ? t.rare.enterAmount
          : evidence.trim() === ''
            ? t.rare.enterEvidence
            : english.trim() === ''
              ? t.rare.bothLanguages
              : undefined
      }
      onAct={async zh => {
        const notice = { zh, en: english.trim() }
        const done = await propose.run({ body: { costs, evidence: evidence.trim(), notice } })
        if (done) toast(t.act.proposed, 'ok')
        return done !== null
      }}
    >
      <Field label={t.rare.costs} hint={t.rare.costsHint}>
        <AmountInput
          unit="USDT"
          value={costs}
          onChange={event => setCosts(event.currentTarget.value)}
        />
      </Field>
      <Field label={t.fields.evidence}>
        <TextArea
          rows={2}
          maxLength={2_000}
          value={evidence}
          onChange={event => setEvidence(event.currentTarget.value)}
        />
      </Field>
      <English label={t.rare.noticeEn} value={english} onValue={setEnglish} />
    </ActForm>
  )
}

function WindDownCancel() {
  const t = useTexts(treasuryTexts)
  const [english, setEnglish] = useState('')
  const propose = useCommand(proposeWindDownCancel, { form: 'treasury.windDownCancel' })
  return (
    <ActForm
      label={t.rare.whyZh}
      maxLength={1_000}
      isSecondary
      tone="secondary"
      button={t.rare.cancelButton}
      pending={propose.pending}
      because={english.trim() === '' ? t.rare.bothLanguages : undefined}
      onAct={async zh => {
        const done = await propose.run({ body: { why: { zh, en: english.trim() } } })
        if (done) toast(t.act.proposed, 'ok')
        return done !== null
      }}
    >
      <English label={t.rare.whyEn} value={english} onValue={setEnglish} />
    </ActForm>
  )
}

const English = (props: { label: string; value: string; onValue: (text: string) => void }) => (
  <Field label={props.label}>
    <TextArea
      rows={3}
      maxLength={1_000}
      value={props.value}
      onChange={event => props.onValue(event.currentTarget.value)}
    />
  </Field>
)
