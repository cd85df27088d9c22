import { isRefused } from '@banyan/client'
import { useQuery } from '@tanstack/react-query'
import {
  Answer,
  actName,
  dayText,
  Fact,
  Facts,
  hrefOf,
  OpenHead,
  Panel,
  Quoted,
  secondText,
  useTexts,
} from '../shell/index.ts'
import styles from './page.module.css'
import { actQuery, type OpenAct } from './queries.ts'
import { useRoleName } from './role-names.ts'
import { auditTexts } from './texts.ts'
import { isOwnRecord, isSigned, rootOfPath } from './verify.ts'

/** One act: what it was, the record that is hashed, and the path to the newest signed root. */
export function ActPanel({ seq, now }: { seq: string; now: number }) {
  const t = useTexts(auditTexts)
  const query = useQuery(actQuery(seq))
  if (query.data === undefined && isRefused(query.error))
    return (
      <OpenHead>
        <p>{t.panel.gone}</p>
      </OpenHead>
    )
  return (
    <Answer query={query}>
      {open => (
        <>
          <OpenHead>
            <h2>
              {t.panel.act(open.act.seq)} {actName(open.act.action)}
            </h2>
          </OpenHead>
          <What act={open.act} now={now} />
          <Proof open={open} now={now} />
          <Panel title={t.panel.record}>
            <code className={styles.record}>{open.act.record}</code>
          </Panel>
        </>
      )}
    </Answer>
  )
}

function What({ act, now }: { act: OpenAct['act']; now: number }) {
  const t = useTexts(auditTexts)
  const roleName = useRoleName()
  const isDestroyed = act.reason === null && hasReason(act.record)
  return (
    <Panel isNow>
      <Facts>
        <Fact name={t.panel.who}>
          <a href={hrefOf('audit', null, { actor: act.actor })} title={t.panel.actorActs}>
            {act.actor}
          </a>{' '}
          <span className="cap">{roleName(act.role)}</span>
        </Fact>
        <Fact name={t.panel.when}>
          {dayText(act.at, now).slice(0, -5)}
          {secondText(act.at)} UTC+8
        </Fact>
        <Fact name={t.columns.action}>{act.action}</Fact>
        <Fact name={t.panel.object}>
          <a
            className={styles.id}
            href={hrefOf('audit', null, { object: act.object })}
            title={t.panel.objectActs}
          >
            {act.object}
          </a>
        </Fact>
        {act.members.length > 0 && (
          <Fact name={t.panel.members}>
            {act.members.map(member => (
              <a
                key={member}
                className={styles.member}
                href={hrefOf('audit', null, { member })}
                title={t.panel.memberActs}
              >
                {member}
              </a>
            ))}
          </Fact>
        )}
      </Facts>
      {act.reason && <Quoted>{act.reason}</Quoted>}
      {isDestroyed && <p className="cap">{t.panel.destroyed}</p>}
    </Panel>
  )
}

const hasReason = (record: string): boolean => {
  const { reasonHash } = JSON.parse(record) as { reasonHash?: string | null }
  return typeof reasonHash === 'string'
}

const tones = { proven: 'ok', unsigned: 'warn', wrong: 'bad', waits: 'plain' } as const

function Proof({ open, now }: { open: OpenAct; now: number }) {
  const t = useTexts(auditTexts)
  const { act, proof } = open
  const checked = useQuery({
    queryKey: ['audit', 'proof', act.hash, proof?.root.number ?? 0],
    queryFn: () => checkOf(open),
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  return (
    <Panel title={t.panel.proof}>
      <p className={styles.verdict} data-tone={checked && tones[checked]}>
        {checked ? t.panel[checked] : t.panel.checking}
      </p>
      <Facts>
        <Fact name={t.panel.hash}>
          <code className={styles.full}>{act.hash}</code>
        </Fact>
        <Fact name={t.panel.prev}>
          <code className={styles.full}>{act.prev}</code>
        </Fact>
        {proof && (
          <>
            <Fact name={t.panel.root(proof.root.number)}>
              <code className={styles.full}>{proof.root.root}</code>
              <span className="cap">{dayText(proof.root.at, now)}</span>
            </Fact>
            <Fact name={t.panel.path(proof.path.length)}>
              <details>
                <summary className="cap">{proof.path[0]?.slice(0, 16)}…</summary>
                {proof.path.map(step => (
                  <code key={step} className={styles.full}>
                    {step}
                  </code>
                ))}
              </details>
            </Fact>
          </>
        )}
      </Facts>
    </Panel>
  )
}

/** Whether the record has its hash, and the hash leads to a root that is signed. */
async function checkOf({
  act,
  proof,
}: OpenAct): Promise<'proven' | 'unsigned' | 'wrong' | 'waits'> {
  if (!(await isOwnRecord(act))) return 'wrong'
  if (proof === null) return 'waits'
  const root = await rootOfPath(act.hash, act.seq, proof.root.size, proof.path)
  if (root !== proof.root.root) return 'wrong'
  const signed = await isSigned(proof.root)
  return signed === null ? 'unsigned' : signed ? 'proven' : 'wrong'
}
