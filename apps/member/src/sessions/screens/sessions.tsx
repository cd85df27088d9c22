import { revokeOtherSessions, revokeSession } from '@banyan/domain'
import { ActionBar, Button, Card, Confirm, List } from '@banyan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, pages, QueryView, toast, useCommand, useLive, useTexts } from '../../shell/index.ts'
import { devicesTexts } from '../devices-texts.ts'
import { PasswordResets } from '../parts/password-resets.tsx'
import styles from '../parts/session-row.module.css'
import { type LiveSession, SessionRow, useDeviceName } from '../parts/session-row.tsx'
import { sessionsQuery } from '../queries.ts'

/** The member's sessions; any other device can be logged out from here. */
export default function SessionsScreen() {
  const sessions = useQuery(sessionsQuery)
  useLive('session', { invalidate: ['sessions'] })
  return <QueryView query={sessions}>{({ items }) => <Devices sessions={items} />}</QueryView>
}

function Devices({ sessions }: { sessions: readonly LiveSession[] }) {
  const t = useTexts(devicesTexts)
  const name = useDeviceName()
  const [ending, setEnding] = useState<LiveSession | null>(null)
  const [endingAll, setEndingAll] = useState(false)
  const here = sessions.filter(session => session.current)
  const others = sessions.filter(session => !session.current)
  return (
    <>
      <div className="page-pad stack">
        <PasswordResets />
        <Card>
          <List>
            {here.map(session => (
              <SessionRow key={session.id} session={session} />
            ))}
          </List>
        </Card>
        <Card title={t('others')}>
          {others.length === 0 ? (
            <p className="sub">{t('none')}</p>
          ) : (
            <List>
              {others.map(session => (
                <SessionRow
                  key={session.id}
                  session={session}
                  aside={
                    <Button
                      tone="secondary"
                      size="small"
                      aria-label={t('revokeOf', { name: name(session) })}
                      onClick={() => setEnding(session)}
                    >
                      {t('revoke')}
                    </Button>
                  }
                />
              ))}
            </List>
          )}
        </Card>
        <p className="cap">{t('note')}</p>
        <Link className={styles.link} page={pages.mineArea.changePass}>
          {t('changePass')}
        </Link>
      </div>
      {others.length > 0 && (
        <ActionBar>
          <Button wide tone="danger" onClick={() => setEndingAll(true)}>
            {t('all')}
          </Button>
        </ActionBar>
      )}
      <EndOne session={ending} onClose={() => setEnding(null)} />
      <EndOthers open={endingAll} onClose={() => setEndingAll(false)} />
    </>
  )
}

function EndOne({ session, onClose }: { session: LiveSession | null; onClose: () => void }) {
  const t = useTexts(devicesTexts)
  const name = useDeviceName()
  const queries = useQueryClient()
  const revoke = useCommand(revokeSession)
  const end = async () => {
    if (!session) return
    const answer = await revoke.run({ params: { id: session.id } })
    onClose()
    // A session that has ended meanwhile is reported as not found: the list shows it.
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    if (answer) toast(t('revoked'), 'ok')
  }
  return (
    <Confirm
      open={session !== null}
      onOpenChange={open => !open && onClose()}
      title={t('revokeTitle')}
      confirmText={t('revoke')}
      tone="danger"
      pending={revoke.pending}
      onConfirm={() => void end()}
    >
      {session && t('revokeText', { name: name(session) })}
    </Confirm>
  )
}

function EndOthers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(devicesTexts)
  const queries = useQueryClient()
  const revoke = useCommand(revokeOtherSessions)
  const end = async () => {
    const answer = await revoke.run({})
    onClose()
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    if (answer) toast(t('allDone', { n: answer.ended }), 'ok')
  }
  return (
    <Confirm
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('allTitle')}
      confirmText={t('all')}
      tone="danger"
      pending={revoke.pending}
      onConfirm={() => void end()}
    >
      {t('allText')}
    </Confirm>
  )
}
