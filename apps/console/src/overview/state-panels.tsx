import type { OperatorRole } from '@banyan/domain'
import { figureText, microOf, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  Answer,
  actName,
  dayText,
  Fact,
  Facts,
  Panel,
  Tag,
  useMe,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import styles from './page.module.css'
import { actsQuery, deskQuery, payoutsQuery, straysQuery } from './queries.ts'
import { overviewTexts } from './texts.ts'

/** How payouts and arbitrators stand, as far as the role may read it, and the reader's own acts. */
export function StatePanels({ role }: { role: OperatorRole }) {
  const readsPayouts = role === 'reviewer' || role === 'treasurer' || role === 'administrator'
  return (
    <>
      {readsPayouts && <Payouts />}
      {role === 'administrator' && <Arbitrators />}
      <OwnActs />
    </>
  )
}

function Payouts() {
  const t = useTexts(overviewTexts)
  const strays = useQuery(straysQuery).data?.items.length ?? 0
  return (
    <Answer query={useQuery(payoutsQuery)}>
      {({ pause, pace, signer, waiting }) => {
        const onWay = waiting.filter(({ state }) => ['handed', 'signed', 'sent'].includes(state))
        const sum = onWay.reduce((all, { amount }) => all + microOf(amount), 0n)
        return (
          <Panel
            title={t.payouts}
            aside={<Tag tone={pause ? 'bad' : 'ok'}>{pause ? t.paused : t.running}</Tag>}
          >
            <Facts>
              <Fact name={t.signer}>
                {signer === null ? t.away : (signer.halted ?? shortAddress(signer.address))}
              </Fact>
              <Fact name={t.hot}>{signer && `${figureText(signer.usdt, 2, 2)} USDT`}</Fact>
              <Fact name={t.hour}>{leftOf(pace.hour)}</Fact>
              <Fact name={t.day}>{leftOf(pace.day)}</Fact>
              <Fact name={t.onWay}>{figureText(sum, 2, 2)}</Fact>
              <Fact name={t.strays}>{strays > 0 ? <Tag tone="bad">{strays}</Tag> : '0'}</Fact>
            </Facts>
          </Panel>
        )
      }}
    </Answer>
  )
}

/** What can still go; null without a limit. */
function leftOf({ used, most }: { used: string; most: string | null }): string | null {
  if (most === null) return null
  const left = microOf(most) - microOf(used)
  return figureText(left > 0n ? left : 0n, 2, 2)
}

function Arbitrators() {
  const t = useTexts(overviewTexts)
  const now = useMinute()
  return (
    <Answer query={useQuery(deskQuery)}>
      {({ arbitrators, present, needed, wanted, marketOpen }) => (
        <Panel
          title={t.arbitrators}
          aside={
            <Tag tone={marketOpen ? 'ok' : 'bad'}>{marketOpen ? t.marketOpen : t.marketClosed}</Tag>
          }
        >
          <p className="cap">
            {t.present(present, wanted)} · {t.needed(needed)}
          </p>
          <ul className={styles.names}>
            {arbitrators.map(({ name, signedInAt, present: isPresent }) => (
              <li key={name}>
                <span>{name}</span>
                <span className={isPresent ? styles.left : styles.late}>
                  {signedInAt ? dayText(signedInAt, now) : t.never}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Answer>
  )
}

/** So many of the reader's latest acts. */
const named = 8

function OwnActs() {
  const me = useMe()
  const t = useTexts(overviewTexts)
  const now = useMinute()
  return (
    <Answer query={useQuery(actsQuery)}>
      {({ items }) => {
        const own = items.filter(({ actor }) => actor === me.name).slice(0, named)
        return (
          <Panel title={t.recent}>
            {own.length === 0 && <p className="cap">{t.noRecent}</p>}
            <ul className={styles.names}>
              {own.map(({ seq, at, action, object }) => (
                <li key={seq}>
                  <span>
                    {actName(action)} <span className={styles.detail}>{object}</span>
                  </span>
                  <span className={styles.detail}>{dayText(at, now)}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )
      }}
    </Answer>
  )
}
