import { classes } from '@banyan/ui'
import { useQueries, useQuery } from '@tanstack/react-query'
import {
  Age,
  ageText,
  changeQuery,
  go,
  hrefOf,
  Panel,
  type Queue,
  type Queued,
  queuesOf,
  useAddress,
  useLanguage,
  useMe,
  useMinute,
  useRowKeys,
  useTexts,
  waitingForMe,
} from '../shell/index.ts'
import styles from './page.module.css'
import { Machinery, Solvency } from './platform.tsx'
import { meQuery } from './queries.ts'
import { StatePanels } from './state-panels.tsx'
import { overviewTexts } from './texts.ts'

/** What needs the reader now, all queues with their age, and how the platform is. */
export default function OverviewPage() {
  const me = useMe()
  const { role } = me
  const { warnings } = useQuery(meQuery).data ?? me
  const t = useTexts(overviewTexts)
  const queues = queuesOf(role)
  const answers = useQueries({ queries: queues.map(queue => queue.read(role)) })
  const all = queues.flatMap((queue, at) => {
    const queued = answers[at]?.data
    return queued ? [{ queue, queued }] : []
  })
  return (
    <div className={styles.board}>
      <div className={styles.column}>
        <Now all={all} />
        <Queues all={all} />
      </div>
      <div className={styles.column}>
        {warnings.length > 0 && (
          <Panel title={t.warnings}>
            <ul className={styles.warnings}>
              {warnings.map(({ what, text }) => (
                <li key={what}>{text}</li>
              ))}
            </ul>
          </Panel>
        )}
        <Solvency />
        <Machinery />
        <StatePanels role={role} />
      </div>
    </div>
  )
}

type Read = readonly { queue: Queue; queued: Queued }[]

/** So many rows of the queue are named here; its page has all. */
const named = 12

function Now({ all }: { all: Read }) {
  const { query } = useAddress()
  const t = useTexts(overviewTexts)
  const tongue = useLanguage()
  const rows = waitingForMe(all).slice(0, named)
  const ids = rows.map(({ queue, row }) => `${queue.page}/${row.id}`)
  const current = query.row ?? null
  const openRow = (id: string) => {
    const [page = '', of = ''] = id.split('/')
    go(page, of)
  }
  useRowKeys({
    ids,
    current,
    choose: id => changeQuery({ row: id }),
    open: openRow,
  })
  const now = useMinute()
  return (
    <Panel title={t.now} aside={t.order} isNow isFlush>
      {rows.length === 0 ? (
        <p className={styles.nothing}>
          {t.nothing} <span className="cap">{t.checked}</span>
        </p>
      ) : (
        <ul>
          {rows.map(({ queue, row, dueAt }, at) => {
            const id = ids[at] ?? ''
            const isLate = dueAt < now
            return (
              <li
                key={id}
                data-current={id === current}
                className={classes(styles.row, id === current && styles.current)}
              >
                <div className={styles.what}>
                  <span className={styles.title}>{row.title}</span>
                  <span className={styles.detail}>
                    {queue.title[tongue]} · {row.detail}
                  </span>
                </div>
                <div className={styles.when}>
                  <span className={isLate ? styles.late : styles.left}>
                    {isLate ? t.late(ageText(now - dueAt)) : t.left(ageText(dueAt - now))}
                  </span>
                  <span className={styles.detail}>
                    {t.waits} <Age since={row.since} targetMinutes={queue.targetMinutes} />
                  </span>
                </div>
                <a className={styles.open} href={hrefOf(queue.page, row.id)}>
                  {t.open}
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

function Queues({ all }: { all: Read }) {
  const t = useTexts(overviewTexts)
  const tongue = useLanguage()
  const waiting = all.filter(({ queued }) => queued.rows.length > 0)
  const empty = all.filter(({ queued }) => queued.rows.length === 0)
  return (
    <Panel title={t.others} isFlush>
      {waiting.length > 0 && (
        <table className={styles.queues}>
          <thead>
            <tr>
              <th scope="col">{t.queue}</th>
              <th scope="col">{t.count}</th>
              <th scope="col">{t.mine}</th>
              <th scope="col">{t.oldest}</th>
              <th scope="col">{t.target}</th>
            </tr>
          </thead>
          <tbody>
            {waiting.map(({ queue, queued }) => {
              const { targetMinutes } = queue
              const oldest = queued.rows.reduce((a, b) => (b.since < a.since ? b : a))
              return (
                <tr key={queue.id}>
                  <td>
                    <a href={hrefOf(queue.page, null, queue.query ?? {})}>{queue.title[tongue]}</a>
                  </td>
                  <td>
                    {queued.rows.length}
                    {queued.isMore && '+'}
                  </td>
                  <td>{queued.rows.filter(({ isMine }) => isMine).length}</td>
                  <td>
                    <Age since={oldest.since} targetMinutes={targetMinutes} />
                  </td>
                  <td>
                    {targetMinutes % 60 === 0
                      ? t.hours(targetMinutes / 60)
                      : t.minutes(targetMinutes)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {empty.length > 0 && (
        <p className={styles.empty}>
          {t.empty(
            empty.map(({ queue }) => queue.title[tongue]).join(tongue === 'en' ? ', ' : '、'),
          )}
        </p>
      )}
    </Panel>
  )
}
