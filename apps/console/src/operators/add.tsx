import { type OperatorRole, operatorName, operatorRoles, proposeOperator } from '@banyan/domain'
import { Button, Field, TextInput } from '@banyan/ui'
import { useState } from 'react'
import { go, OpenHead, Panel, shellTexts, toast, useCommand, useTexts } from '../shell/index.ts'
import styles from './panel.module.css'
import { operatorTexts } from './texts.ts'

/** Proposes an account; another administrator approves it and hands the secret over. */
export function AddPanel() {
  const t = useTexts(operatorTexts)
  const { roles } = useTexts(shellTexts)
  const [name, setName] = useState('')
  const [role, setRole] = useState<OperatorRole>('support')
  const propose = useCommand(proposeOperator, { form: 'operators.add' })
  const isName = operatorName.safeParse(name).success
  const submit = async () => {
    if (!isName) return
    const done = await propose.run({ body: { name, role } })
    if (!done) return
    toast(t.proposed, 'ok')
    go('proposals', done.id)
  }
  return (
    <>
      <OpenHead>
        <h2>{t.add}</h2>
      </OpenHead>
      <Panel isNow>
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            void submit()
          }}
        >
          <Field label={t.name} error={name !== '' && !isName ? t.nameWrong : undefined}>
            <TextInput
              value={name}
              maxLength={32}
              autoComplete="off"
              onChange={event => setName(event.currentTarget.value)}
            />
          </Field>
          <RoleChoice role={role} onRole={setRole} />
          <p className="cap">{t.addHint}</p>
          <Button type="submit" wide pending={propose.pending} aria-disabled={!isName}>
            {t.proposeAdd(name || '…', roles[role])}
          </Button>
        </form>
      </Panel>
    </>
  )
}

/** One of the roles. */
export function RoleChoice(props: { role: OperatorRole; onRole: (role: OperatorRole) => void }) {
  const t = useTexts(operatorTexts)
  const { roles } = useTexts(shellTexts)
  return (
    <label className={styles.role}>
      <span>{t.role}</span>
      <select
        value={props.role}
        onChange={event => props.onRole(event.currentTarget.value as OperatorRole)}
      >
        {operatorRoles.map(role => (
          <option key={role} value={role}>
            {roles[role]}
          </option>
        ))}
      </select>
    </label>
  )
}
