import { proposeFactorReset, proposeOperator, proposeOperatorEnd } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  Fact,
  Facts,
  hrefOf,
  OpenHead,
  Panel,
  shellTexts,
  Tag,
  toast,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { RoleChoice } from './add.tsx'
import styles from './panel.module.css'
import {
  type Listed,
  openEndsQuery,
  openGrantsQuery,
  openResetsQuery,
  stateTones,
} from './queries.ts'
import { operatorTexts } from './texts.ts'

/** One operator: how the account is protected and used, what is proposed about it, and what can be. */
export function OperatorPanel(props: {
  operator: Listed | undefined
  isRead: boolean
  now: number
}) {
  const { operator, isRead, now } = props
  const t = useTexts(operatorTexts)
  if (!operator)
    return (
      <OpenHead>
        <p>{isRead ? t.panel.gone : ''}</p>
      </OpenHead>
    )
  const { name, state, needs, demo } = operator
  return (
    <>
      <OpenHead>
        <h2>
          {name} <Tag tone={stateTones[state]}>{t.state[state]}</Tag> {demo && <Tag>{t.demo}</Tag>}
        </h2>
      </OpenHead>
      <Panel isNow>
        {needs.map(need => (
          <Tag key={need} tone="warn">
            {t.needs[need]}
          </Tag>
        ))}
        <AccountFacts operator={operator} now={now} />
        <a className="cap" href={hrefOf('audit', null, { actor: name })}>
          {t.panel.acts}
        </a>
      </Panel>
      {operator.payoutKey && (
        <Panel title={t.panel.payoutKey}>
          <Facts>
            <Fact name={t.panel.fingerprint}>
              <code className={styles.code}>{operator.payoutKey.fingerprint}</code>
            </Fact>
            <Fact name={t.panel.registered}>{dayText(operator.payoutKey.registeredAt, now)}</Fact>
          </Facts>
          <p className="cap">{t.keys.hint}</p>
        </Panel>
      )}
      <OpenProposals name={name} />
      {state !== 'ended' && <Acts operator={operator} />}
    </>
  )
}

function AccountFacts({ operator, now }: { operator: Listed; now: number }) {
  const t = useTexts(operatorTexts)
  const { roles } = useTexts(shellTexts)
  const { role, member, createdAt, invitedUntil, endedAt, lastSignInAt, factors } = operator
  return (
    <Facts>
      <Fact name={t.role}>{roles[role]}</Fact>
      <Fact name={t.panel.member}>{member}</Fact>
      <Fact name={t.panel.created}>{dayText(createdAt, now)}</Fact>
      <Fact name={t.panel.invited}>{invitedUntil && dayText(invitedUntil, now)}</Fact>
      <Fact name={t.panel.ended}>{endedAt && dayText(endedAt, now)}</Fact>
      <Fact name={t.panel.signedIn}>{lastSignInAt ? dayText(lastSignInAt, now) : t.never}</Fact>
      <Fact name={t.panel.sessions}>{operator.openSessions}</Fact>
      <Fact name={t.columns.factors}>
        {factors.length === 0
          ? t.none
          : factors.map(({ kind, addedAt, usedAt }) => (
              <div key={`${kind}${addedAt}`}>
                {t.factor[kind]}{' '}
                <span className="cap">
                  {t.panel.added(dayText(addedAt, now))}
                  {usedAt && ` · ${t.panel.used(dayText(usedAt, now))}`}
                </span>
              </div>
            ))}
      </Fact>
    </Facts>
  )
}

/** What one administrator has proposed about the account, for the other one. */
function OpenProposals({ name }: { name: string }) {
  const t = useTexts(operatorTexts)
  const { roles } = useTexts(shellTexts)
  const grants = useQuery(openGrantsQuery).data?.items ?? []
  const resets = useQuery(openResetsQuery).data?.items ?? []
  const ends = useQuery(openEndsQuery).data?.items ?? []
  const open = [...grants, ...resets, ...ends].flatMap(({ id, subject, proposedBy }) => {
    if (subject.kind === 'operator' && subject.name === name)
      return [{ id, proposedBy, text: t.panel.openRole(roles[subject.role]) }]
    if (subject.kind === 'factor_reset' && subject.name === name)
      return [{ id, proposedBy, text: t.panel.openReset }]
    if (subject.kind === 'operator_end' && subject.name === name)
      return [{ id, proposedBy, text: t.panel.openEnd }]
    return []
  })
  if (open.length === 0) return null
  return (
    <Panel title={t.panel.open}>
      {open.map(({ id, proposedBy, text }) => (
        <p key={id} className={styles.open}>
          <span>{text}</span>
          <span className="cap">{t.panel.by(proposedBy)}</span>
          <a href={hrefOf('proposals', id)}>{t.panel.toProposal}</a>
        </p>
      ))}
    </Panel>
  )
}

/** What the reader may propose about the account. */
function Acts({ operator }: { operator: Listed }) {
  const { name, state, factors } = operator
  const me = useMe()
  const t = useTexts(operatorTexts)
  if (name === me.name)
    return (
      <Panel>
        <p className="cap">{t.panel.own}</p>
      </Panel>
    )
  return (
    <>
      <RoleForm operator={operator} />
      {state === 'active' && factors.length > 0 && <ResetForm name={name} />}
      {state !== 'ended' && <EndForm name={name} />}
    </>
  )
}

function RoleForm({ operator }: { operator: Listed }) {
  const { name, state } = operator
  const t = useTexts(operatorTexts)
  const { roles } = useTexts(shellTexts)
  const [role, setRole] = useState(operator.role)
  const propose = useCommand(proposeOperator, { form: `operators.role:${name}` })
  const isSetUp = state === 'active'
  const isSame = isSetUp && role === operator.role
  return (
    <Panel title={isSetUp ? t.panel.changeRole : t.panel.renew}>
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          if (isSame) return
          void propose.run({ body: { name, role } }).then(done => {
            if (done) toast(t.proposed, 'ok')
          })
        }}
      >
        <RoleChoice role={role} onRole={setRole} />
        <p className="cap">{isSetUp ? t.panel.roleHint : t.addHint}</p>
        <Button type="submit" tone="secondary" pending={propose.pending} aria-disabled={isSame}>
          {t.panel.proposeRole(name, roles[role])}
        </Button>
      </form>
    </Panel>
  )
}

function EndForm({ name }: { name: string }) {
  const t = useTexts(operatorTexts)
  const propose = useCommand(proposeOperatorEnd, { form: `operators.end:${name}` })
  return (
    <Panel title={t.panel.end}>
      <ActForm
        label={t.panel.why}
        hint={t.panel.endHint}
        button={t.panel.proposeEnd(name)}
        tone="danger"
        pending={propose.pending}
        onAct={async why => {
          const done = await propose.run({ body: { name, why } })
          if (done) toast(t.proposed, 'ok')
          return done !== null
        }}
      />
    </Panel>
  )
}

function ResetForm({ name }: { name: string }) {
  const t = useTexts(operatorTexts)
  const propose = useCommand(proposeFactorReset, { form: `operators.reset:${name}` })
  return (
    <Panel title={t.panel.reset}>
      <ActForm
        label={t.panel.why}
        hint={t.panel.resetHint}
        button={t.panel.proposeReset(name)}
        tone="secondary"
        pending={propose.pending}
        onAct={async why => {
          const done = await propose.run({ body: { name, why } })
          if (done) toast(t.proposed, 'ok')
          return done !== null
        }}
      />
    </Panel>
  )
}
