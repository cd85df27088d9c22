import { isRefused } from '@banyan/client'
import { CopyText, figureText, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  Answer,
  dayText,
  Fact,
  Facts,
  Meter,
  OpenHead,
  Panel,
  Tag,
  useTexts,
} from '../shell/index.ts'
import { durationText } from './durations.ts'
import styles from './page.module.css'
import { type OpenRun, rereadAfter, runQuery } from './queries.ts'
import { settlementTexts } from './texts.ts'

/** The text of a name, or the name where it has none: stages and figures are the server's. */
const named = (texts: object, name: string): string =>
  (texts as Readonly<Record<string, string>>)[name] ?? name

/** One run: how far it is, what stopped it, its stages, steps, books and roots. */
export function RunPanel({ period, now }: { period: string; now: number }) {
  const t = useTexts(settlementTexts)
  const query = useQuery({
    ...runQuery(period),
    refetchInterval: ({ state }) => rereadAfter(state.data?.run.state),
  })
  if (query.data === undefined && isRefused(query.error))
    return (
      <OpenHead>
        <p>{t.panel.gone}</p>
      </OpenHead>
    )
  return <Answer query={query}>{of => <Opened of={of} now={now} />}</Answer>
}

const tones = { due: 'warn', running: 'mine', stopped: 'bad', published: 'ok' } as const

function Opened({ of, now }: { of: OpenRun; now: number }) {
  const t = useTexts(settlementTexts)
  const { run, alarms } = of
  return (
    <>
      <OpenHead>
        <h2 className={styles.head}>
          {run.period} <Tag tone={tones[run.state]}>{t.state[run.state]}</Tag>
        </h2>
      </OpenHead>
      <Panel isNow>
        <p role={run.state === 'stopped' ? 'alert' : undefined}>{t.stateNote[run.state]}</p>
        {run.state !== 'published' && run.stages && (
          <Meter label={t.columns.stages} value={run.stages.ended} most={run.stages.all} />
        )}
        <Facts>
          <Fact name={t.panel.cutoff}>{dayText(run.cutoffAt, now)}</Fact>
          <Fact name={t.columns.closed}>{run.closedAt && dayText(run.closedAt, now)}</Fact>
          <Fact name={t.panel.computed}>{run.computedAt && dayText(run.computedAt, now)}</Fact>
          <Fact name={t.columns.published}>{run.publishedAt && dayText(run.publishedAt, now)}</Fact>
          <Fact name={t.columns.took}>{run.tookMs === null ? null : durationText(run.tookMs)}</Fact>
        </Facts>
      </Panel>
      {alarms.map(({ raisedAt, what, settledAt }) => (
        <Panel key={raisedAt} title={t.panel.alarm}>
          <p className={styles.alarm}>{what}</p>
          <Facts>
            <Fact name={t.panel.since}>{dayText(raisedAt, now)}</Fact>
            <Fact name={t.panel.settledAt}>{settledAt && dayText(settledAt, now)}</Fact>
          </Facts>
        </Panel>
      ))}
      <Stages of={of} />
      <Steps of={of} />
      <Books of={of} />
      <Hashes of={of} />
    </>
  )
}

function Stages({ of: { times } }: { of: OpenRun }) {
  const t = useTexts(settlementTexts)
  const longest = Math.max(1, ...times.map(({ ms }) => ms))
  return (
    <Panel title={t.panel.times}>
      {times.length === 0 && <p className="cap">{t.panel.notKept}</p>}
      <ol className={styles.stages}>
        {times.map(({ stage, ms, tries, begunAt, endedAt }) => (
          <li key={stage} className={styles.stage}>
            <span className={begunAt === null ? styles.waiting : undefined}>
              {named(t.stages, stage)}
              {tries > 1 && ` · ${t.panel.tries(tries)}`}
            </span>
            <span aria-hidden>
              {endedAt !== null && (
                <span
                  className={styles.bar}
                  style={{ display: 'block', width: `${(100 * ms) / longest}%` }}
                />
              )}
            </span>
            <span className={styles.took}>
              {endedAt !== null ? (
                durationText(ms)
              ) : begunAt !== null ? (
                <Tag tone="mine">{t.panel.under}</Tag>
              ) : (
                <span className={styles.waiting}>{t.panel.waiting}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Steps({ of: { steps } }: { of: OpenRun }) {
  const t = useTexts(settlementTexts)
  if (steps.length === 0) return null
  return (
    <Panel title={t.panel.steps}>
      {steps.map(({ step, figures }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two parts of a step have the same number.
        <div key={at}>
          <p className={styles.stepName}>
            {t.panel.step(step)} · {named(t.stepNames, `${step}`)}
          </p>
          <Facts>
            {figures.map(({ name, value }) => (
              <Fact key={name} name={named(t.figures, name)}>
                {figureText(value, 0, 6)}
              </Fact>
            ))}
          </Facts>
        </div>
      ))}
    </Panel>
  )
}

const bookNames = [
  'reserve',
  'outstanding',
  'poolStatic',
  'poolDynamic',
  'income',
  'ops',
  'risk',
  'shortfall',
] as const

function Books({ of: { before, after } }: { of: OpenRun }) {
  const t = useTexts(settlementTexts)
  if (before === null) return null
  return (
    <Panel title={t.panel.books}>
      <table className={styles.books}>
        <thead>
          <tr>
            <th scope="col" aria-label={t.panel.books} />
            <th scope="col">{t.panel.before}</th>
            <th scope="col">{t.panel.after}</th>
          </tr>
        </thead>
        <tbody>
          {bookNames.map(name => (
            <tr key={name}>
              <th scope="row">{t.books[name]}</th>
              <td>{figureText(before[name] ?? '0', 2, 2)}</td>
              <td>{after ? figureText(after[name] ?? '0', 2, 2) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Hashes({ of: { hashes, published } }: { of: OpenRun }) {
  const t = useTexts(settlementTexts)
  if (hashes === null) return null
  const hash = (text: string | null) =>
    text && <CopyText text={text}>{shortAddress(text)}</CopyText>
  return (
    <Panel title={t.panel.hashes} aside={<Tag tone="ok">{t.panel.agreed}</Tag>}>
      <Facts>
        <Fact name={t.panel.input}>{hash(hashes.input)}</Fact>
        <Fact name={t.panel.result}>{hash(hashes.result)}</Fact>
        <Fact name={t.panel.solvencyRoot}>{hash(published?.solvencyRoot ?? null)}</Fact>
        <Fact name={t.panel.payRoot}>{hash(published?.payRoot ?? null)}</Fact>
      </Facts>
      <p className="cap">{t.panel.verify}</p>
    </Panel>
  )
}
