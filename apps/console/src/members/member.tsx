import { isRefused } from '@banyan/client'
import { CopyText, classes, figureText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Answer, OpenHead, openHere, Panel, Tag, useKeys, useTexts } from '../shell/index.ts'
import { AccountPanels } from './account.tsx'
import { DistributedPanels } from './distributed.tsx'
import { IdentityPanel } from './identity.tsx'
import styles from './members.module.css'
import { type Member, memberQuery } from './queries.ts'
import { Sections } from './sections.tsx'
import { stateTexts } from './state-texts.ts'
import { stateTones } from './state-tones.ts'
import { memberTexts } from './texts.ts'

/** Everything of one member that the reader may see. */
export function MemberPage({ id, now }: { id: string; now: number }) {
  const t = useTexts(memberTexts)
  const query = useQuery(memberQuery(id))
  useKeys([{ keys: 'escape', label: t.backKey, run: () => openHere(null) }])
  if (query.data === undefined && isRefused(query.error))
    return (
      <div className={styles.page}>
        <OpenHead>
          <p>{query.error.message || t.gone}</p>
        </OpenHead>
      </div>
    )
  return (
    <div className={styles.page}>
      <Answer query={query}>{member => <Opened member={member} now={now} />}</Answer>
    </div>
  )
}

function Opened({ member, now }: { member: Member; now: number }) {
  const states = useTexts(stateTexts)
  return (
    <>
      <OpenHead>
        <h2 className={styles.head}>
          {member.nickname}
          <CopyText text={member.accountId} />
          <Tag tone={stateTones[member.state]}>{states.member[member.state]}</Tag>
          {member.insider && <Tag tone="warn">{states.insider[member.insider.role]}</Tag>}
        </h2>
      </OpenHead>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Balances member={member} />
          <Sections member={member} now={now} />
        </div>
        <aside className={styles.side}>
          <AccountPanels member={member} now={now} />
          <DistributedPanels member={member} now={now} />
          <IdentityPanel member={member} now={now} />
        </aside>
      </div>
    </>
  )
}

function Balances({ member }: { member: Member }) {
  const t = useTexts(memberTexts)
  const whole = (figure: string) => figureText(figure, 2, 2)
  return (
    <Panel title={t.money.title} aside={`${t.money.total} ${whole(member.totalValue)} USDT`}>
      <div className={styles.scroll}>
        <table className={classes(styles.table, styles.balances)}>
          <thead>
            <tr>
              <th scope="col">{t.money.asset}</th>
              <th scope="col">{t.money.available}</th>
              <th scope="col">{t.money.frozen}</th>
              <th scope="col">{t.money.locked}</th>
              <th scope="col">{t.money.escrow}</th>
              <th scope="col">{t.money.value}</th>
            </tr>
          </thead>
          <tbody>
            {member.assets.map(({ asset, available, frozen, locked, escrow, value }) => (
              <tr key={asset}>
                <td>{asset}</td>
                {[available, frozen, locked, escrow, value].map((figure, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the places of a balance are fixed.
                  <td key={at}>{whole(figure)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
