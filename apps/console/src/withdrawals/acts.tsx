import { refuseWithdrawal, releaseWithdrawal, reviewWithdrawal } from '@banyan/domain'
import { Button, Field, figureText, TextArea } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActForm, Panel, toast, useCommand, useKeys, useMe, useTexts } from '../shell/index.ts'
import { signatureOf, signedText } from './approver-key.ts'
import { isCooling } from './next-step.ts'
import styles from './panel.module.css'
import { keyQuery, type OpenWithdrawal } from './queries.ts'
import { SigningKey } from './signing-key.tsx'
import { withdrawalTexts } from './texts.ts'

/** What the reader may do with a withdrawal now, by the server's answer. */
export function Acts({ of, now }: { of: OpenWithdrawal; now: number }) {
  const [refusing, setRefusing] = useState(false)
  const t = useTexts(withdrawalTexts)
  const move = isCooling(of, now) ? undefined : of.moves.find(one => one !== 'refuse')
  useKeys([{ keys: 'shift+x', label: t.act.keyRefuse, run: () => setRefusing(true) }], {
    off: !of.moves.includes('refuse'),
  })
  if (of.moves.length === 0) return null
  return (
    <Panel isNow>
      {move && !refusing && <Approval of={of} move={move} />}
      {of.moves.includes('refuse') &&
        (refusing ? (
          <Refusal of={of} onBack={() => setRefusing(false)} />
        ) : (
          <Button tone="secondary" size="small" onClick={() => setRefusing(true)}>
            {t.act.keyRefuse} <kbd>⇧ X</kbd>
          </Button>
        ))}
    </Panel>
  )
}

/** Approving: the order that is signed is shown, and then signed by the key of this device. */
function Approval({ of, move }: { of: OpenWithdrawal; move: 'review' | 'release' }) {
  const me = useMe()
  const t = useTexts(withdrawalTexts)
  const [isSure, setSure] = useState(false)
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const key = useQuery(keyQuery(me.name)).data?.key ?? null
  const review = useCommand(reviewWithdrawal, { form: `withdrawals.review:${of.id}` })
  const release = useCommand(releaseWithdrawal, { form: `withdrawals.release:${of.id}` })
  const isReview = move === 'review'
  const text = of.text && signedText(of.text, isReview ? 'reviewer' : 'treasurer', me.name)
  const verb = (isReview ? t.act.review : t.act.release)(figureText(of.expected))
  const ask = () => {
    if (key) setSure(true)
    else toast(t.act.askKey, 'danger')
  }
  useKeys([
    { keys: 'shift+r', label: isReview ? t.act.keyReview : t.act.keyRelease, run: ask },
    ...(isSure
      ? [{ keys: 'mod+enter', label: t.act.sign, run: () => void sign(), inFields: true }]
      : []),
  ])

  async function sign() {
    if (!key || !text) return
    const body = {
      signature: await signatureOf(key, text),
      note: note.trim() || null,
      reason: reason.trim() || null,
    }
    const done = await (isReview ? review : release).run({ params: { id: of.id }, body })
    if (done) toast(isReview ? t.act.reviewed : t.act.released, 'ok')
    else setSure(false)
  }

  return (
    <div className={styles.acts}>
      <SigningKey />
      <Field label={t.act.note}>
        <TextArea
          rows={2}
          maxLength={500}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
      </Field>
      <Field label={t.act.reason}>
        <TextArea
          rows={2}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Field>
      {isSure && text ? (
        <>
          <p className="cap">{t.act.signs}</p>
          <pre className={styles.text}>{text}</pre>
          <Button
            wide
            icon="key"
            pending={review.pending || release.pending}
            onClick={() => void sign()}
          >
            {t.act.sign} · {figureText(of.expected)} USDT
          </Button>
        </>
      ) : (
        <Button wide onClick={ask} aria-disabled={!text}>
          {verb} <kbd>⇧ R</kbd>
        </Button>
      )}
    </div>
  )
}

function Refusal({ of, onBack }: { of: OpenWithdrawal; onBack: () => void }) {
  const t = useTexts(withdrawalTexts)
  const refuse = useCommand(refuseWithdrawal, { form: `withdrawals.refuse:${of.id}` })
  useKeys([{ keys: 'escape', label: t.act.keyRefuse, run: onBack, isQuiet: true }])
  return (
    <ActForm
      label={t.act.refuseLabel}
      button={t.act.refuse}
      tone="danger"
      pending={refuse.pending}
      onAct={async reason => {
        const done = await refuse.run({ params: { id: of.id }, body: { reason } })
        if (!done) return false
        toast(t.act.refused, 'ok')
        onBack()
        return true
      }}
    />
  )
}
