import { endOperatorSession, endOtherOperatorSessions } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Answer, dayText, Panel, Tag, toast, useCommand, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { type OwnSession, sessionsQuery } from './queries.ts'
import { accountTexts } from './texts.ts'

/** Where the operator is signed in; each session can be ended from here. */
export function Sessions({ now }: { now: number }) {
  const t = useTexts(accountTexts).sessions
  const list = useQuery(sessionsQuery)
  const endOthers = useCommand(endOtherOperatorSessions)
  const others = list.data?.items.some(({ own }) => !own) ?? false
  async function leave() {
    const answer = await endOthers.run({})
    if (answer) toast(t.endedOthers(answer.ended), 'ok')
  }
  return (
    <Panel title={t.title}>
      <Answer query={list}>
        {({ items }) => (
          <ul className={styles.rows}>
            {items.map(one => (
              <SessionRow key={one.id} of={one} now={now} />
            ))}
          </ul>
        )}
      </Answer>
      {others && (
        <Button
          tone="secondary"
          size="small"
          pending={endOthers.pending}
          onClick={() => void leave()}
        >
          {t.endOthers}
        </Button>
      )}
    </Panel>
  )
}

function SessionRow({ of, now }: { of: OwnSession; now: number }) {
  const t = useTexts(accountTexts).sessions
  const end = useCommand(endOperatorSession)
  async function leave() {
    if (await end.run({ params: { id: of.id } })) toast(t.ended, 'ok')
  }
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          {t.kind[of.kind]} {of.own && <Tag tone="ok">{t.own}</Tag>}
          {of.locked && <Tag>{t.locked}</Tag>}
        </span>
        <span className="cap">{of.agent ?? t.unknown}</span>
        <span className="cap">
          {t.signedIn(dayText(of.signedInAt, now))} · {t.seen(dayText(of.lastSeenAt, now))} ·{' '}
          {t.until(dayText(of.expiresAt, now))}
        </span>
      </div>
      {!of.own && (
        <Button tone="quiet" size="small" pending={end.pending} onClick={() => void leave()}>
          {t.end}
        </Button>
      )}
    </li>
  )
}
