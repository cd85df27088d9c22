import { endMemberSessions } from '@banyan/domain'
import { useQuery } from '@tanstack/react-query'
import { ActForm, Answer, dayText, toast, useCommand, useTexts } from '../shell/index.ts'
import styles from './members.module.css'
import { type Member, sessionsQuery } from './queries.ts'
import { memberTexts } from './texts.ts'

/** Devices that are logged in, and logging all of them out. */
export function SessionsSection({ member, now }: { member: Member; now: number }) {
  const t = useTexts(memberTexts).sessions
  return (
    <Answer query={useQuery(sessionsQuery(member.accountId))}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <p className={styles.note}>{t.none}</p>
          ) : (
            <div className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t.device}</th>
                    <th scope="col">{t.used}</th>
                    <th scope="col">{t.opened}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ id, kind, browser, system, openedAt, usedAt }) => (
                    <tr key={id}>
                      <td>{[t.kind[kind], browser, system].filter(Boolean).join(' · ')}</td>
                      <td>{dayText(usedAt, now)}</td>
                      <td>{dayText(openedAt, now)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {items.length > 0 && member.moves.includes('endSessions') && <End member={member} />}
        </>
      )}
    </Answer>
  )
}

function End({ member }: { member: Member }) {
  const t = useTexts(memberTexts).sessions
  const { accountId: id, nickname } = member
  const end = useCommand(endMemberSessions)
  return (
    <ActForm
      label={t.endReason}
      button={`${t.end} · ${nickname}`}
      tone="danger"
      pending={end.pending}
      onAct={async reason => {
        const done = await end.run({ params: { id }, body: { reason } })
        if (done) toast(t.ended(done.ended), 'ok')
        return done !== null
      }}
    />
  )
}
