import { type PlatformAccount, platformAccounts } from '@banyan/domain'
import { Button, figureSign, figureText, microOf } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Column,
  dayText,
  Fact,
  Facts,
  hasText,
  ListSplit,
  OpenHead,
  Panel,
  shellTexts,
  useAddress,
  useTexts,
} from '../shell/index.ts'
import styles from './page.module.css'
import { Parts } from './parts.tsx'
import { type Account, type Accounts, accountsQuery, type Line, statementQuery } from './queries.ts'
import { treasuryTexts } from './texts.ts'

const isAccount = (text: string | null): text is PlatformAccount =>
  platformAccounts.includes(text as PlatformAccount)

/** The platform's own accounts with today's movement, and the statement of the open one. */
export function AccountsPart({ now }: { now: number }) {
  const { id, query } = useAddress()
  const t = useTexts(treasuryTexts)
  const list = useQuery(accountsQuery)
  const all = list.data?.items ?? []
  const rows = all.filter(({ account }) => hasText(query.find, [account, t.account[account]]))
  const columns = useColumns()
  const open = all.find(({ account }) => account === id)
  return (
    <ListSplit
      name="accounts"
      label={t.parts.accounts}
      rows={rows}
      all={all.length}
      columns={columns}
      idOf={row => row.account}
      above={<Parts />}
      panel={
        isAccount(id) ? (
          <Statement key={id} account={id} open={open} since={list.data?.since} now={now} />
        ) : null
      }
    />
  )
}

function useColumns(): Column<Account>[] {
  const t = useTexts(treasuryTexts)
  return useMemo((): Column<Account>[] => {
    const figure = (id: 'balance' | 'into' | 'outOf', head: string): Column<Account> => ({
      id,
      head,
      isFigure: true,
      sortBy: row => microOf(row[id]),
      csv: row => ({ figure: row[id] }),
      cell: row => (figureSign(row[id]) === 0 ? '–' : figureText(row[id], 2, 2)),
    })
    return [
      {
        id: 'account',
        head: t.columns.account,
        sortBy: row => row.account,
        csv: row => row.account,
        cell: row => <span title={t.accountNote[row.account]}>{t.account[row.account]}</span>,
      },
      {
        id: 'asset',
        head: t.columns.asset,
        isMinor: true,
        csv: row => row.asset,
        cell: row => row.asset,
      },
      figure('balance', t.columns.balance),
      figure('into', t.columns.into),
      figure('outOf', t.columns.outOf),
      {
        id: 'transfers',
        head: t.columns.transfers,
        isFigure: true,
        isMinor: true,
        csv: row => ({ figure: `${row.transfers}` }),
        cell: row => row.transfers,
      },
    ]
  }, [t])
}

function Statement(props: {
  account: PlatformAccount
  open: Account | undefined
  since: Accounts['since'] | undefined
  now: number
}) {
  const { account, open, since, now } = props
  const t = useTexts(treasuryTexts)
  const { more } = useTexts(shellTexts)
  const list = useInfiniteQuery(statementQuery(account))
  const lines = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <OpenHead>
        <h2 className={styles.amount}>{t.account[account]}</h2>
      </OpenHead>
      <Panel isNow>
        <p>{t.accountNote[account]}</p>
        {open && (
          <Facts>
            <Fact name={t.columns.balance}>
              {figureText(open.balance)} {open.asset}
            </Fact>
            <Fact name={since ? t.sinceCutoff(dayText(since, now)) : t.columns.into}>
              +{figureText(open.into)} / −{figureText(open.outOf)}
            </Fact>
          </Facts>
        )}
      </Panel>
      <Panel title={t.statement.title}>
        {lines.length === 0 && list.isSuccess && <p className="cap">{t.statement.none}</p>}
        <ol className={styles.lines}>
          {lines.map(line => (
            <StatementLine key={line.line} line={line} now={now} />
          ))}
        </ol>
        {list.hasNextPage && (
          <Button
            tone="secondary"
            size="small"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {more}
          </Button>
        )}
      </Panel>
    </>
  )
}

function StatementLine({ line, now }: { line: Line; now: number }) {
  const t = useTexts(treasuryTexts)
  const isIn = figureSign(line.amount) > 0
  const other = line.other === 'members' ? t.statement.members : nameOf(t.account, line.other)
  return (
    <li className={styles.line}>
      <span>
        {t.transfer[line.kind]} · {other}
        {line.transfers > 1 && ` · ${t.statement.payments(line.transfers)}`}
      </span>
      <span className={isIn ? styles.into : styles.outOf}>
        {isIn && '+'}
        {figureText(line.amount)}
      </span>
      <span className={styles.quiet}>
        {dayText(line.at, now)} · {line.reference}
      </span>
      <span className={`${styles.quiet} ${styles.end}`}>{figureText(line.balance)}</span>
    </li>
  )
}

/** The text of an account, or its own name: SEED and SPLIT have no page. */
const nameOf = (texts: Readonly<Record<string, string>>, account: string): string =>
  texts[account] ?? account
