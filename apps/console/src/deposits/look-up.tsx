import { isRefused } from '@banyan/client'
import { Field, figureText, TextInput } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  Answer,
  changeQuery,
  dayText,
  Panel,
  Tag,
  useAddress,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import styles from './panel.module.css'
import { ofMemberQuery } from './queries.ts'
import { depositTexts } from './texts.ts'
import { stateTones } from './tones.ts'

/** What service reads of a member's recharges: states and amounts, no addresses. */
export function LookUp() {
  const { query } = useAddress()
  const t = useTexts(depositTexts)
  const account = query.account ?? ''
  return (
    <div className={styles.page}>
      <Panel title={t.lookUp.title} isNow>
        <p className="cap">{t.lookUp.hint}</p>
        <Field label={t.lookUp.account}>
          <TextInput
            data-find
            inputMode="numeric"
            maxLength={8}
            value={account}
            onChange={event => changeQuery({ account: event.currentTarget.value.trim() })}
          />
        </Field>
      </Panel>
      {/^\d{8}$/.test(account) && <DepositsOfMember account={account} />}
    </div>
  )
}

function DepositsOfMember({ account }: { account: string }) {
  const t = useTexts(depositTexts)
  const now = useMinute()
  const query = useQuery(ofMemberQuery(account))
  if (query.data === undefined && isRefused(query.error))
    return (
      <Panel>
        <p>{t.lookUp.unknown}</p>
      </Panel>
    )
  return (
    <Answer query={query}>
      {({ items }) => (
        <Panel>
          {items.length === 0 ? (
            <p>{t.lookUp.none}</p>
          ) : (
            <div className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t.columns.seen}</th>
                    <th scope="col">{t.columns.amount}</th>
                    <th scope="col">{t.columns.state}</th>
                    <th scope="col">{t.columns.confirmations}</th>
                    <th scope="col">{t.columns.hash}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(deposit => (
                    <tr key={deposit.id}>
                      <td>{dayText(deposit.seenAt, now)}</td>
                      <td>{figureText(deposit.amount, 2, 2)}</td>
                      <td>
                        <Tag tone={stateTones[deposit.state]}>{t.state[deposit.state]}</Tag>
                      </td>
                      <td>
                        {deposit.confirmations} / {deposit.needed}
                      </td>
                      <td>{deposit.hash}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Panel>
      )}
    </Answer>
  )
}
