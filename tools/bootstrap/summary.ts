import { isIP } from 'node:net'
import type { DemoAccount } from './seeding.ts'

export interface Summary {
  appUrl: string
  host: string
  /** Absent with a real chain. */
  walletUrl?: string
  /** Absent where e-mails are really sent. */
  inboxUrl?: string
  accounts: readonly DemoAccount[]
  /** Only in a demonstration: the operators. */
  operators?: readonly { name: string; role: string; password: string }[]
  /** Shown when there is no demo community to begin with. */
  rootInviteCode?: string
  /** The clock can be moved by a call. */
  testHooks?: boolean
  dataDir: string
  seconds: number
}

/** What the person at the console reads when everything is running. */
export function summarise(summary: Summary): string {
  const { appUrl, walletUrl, inboxUrl, accounts, rootInviteCode, dataDir, seconds } = summary
  const lines = [
    `Banyan is ready (${seconds.toFixed(1)} s).`,
    '',
    field('Member app', appUrl),
    ...(walletUrl === undefined
      ? []
      : [field('Demo wallet', `${walletUrl}   test chain · no value`)]),
    ...(inboxUrl === undefined
      ? []
      : [field('Mail inbox', `${inboxUrl}   nothing is really sent`)]),
    ...(rootInviteCode === undefined
      ? []
      : [field('Invite code', `${rootInviteCode}   the root member's, for the first account`)]),
    ...table(accounts),
    ...operatorTable(summary.operators ?? []),
    ...warning(summary),
    ...(summary.testHooks
      ? [
          field(
            'Test hooks',
            'POST /test/clock moves the clock, POST /test/settle settles what is due',
          ),
        ]
      : []),
    '',
    field('Data', `${dataDir}   kept between starts`),
    field('Stop', 'Ctrl-C'),
  ]
  return `\n${lines.map(line => (line === '' ? '' : `  ${line}`)).join('\n')}\n`
}

function field(name: string, value: string): string {
  return `${name.padEnd(13)}${value}`
}

function table(accounts: readonly DemoAccount[]): string[] {
  if (accounts.length === 0) return []
  const rows = [
    ['Account ID', 'Nickname', 'Login password', 'Payment password', ''],
    ...accounts.map(account => [
      account.accountId,
      account.nickname,
      account.loginPassword,
      account.paymentPassword,
      account.about,
    ]),
  ]
  return ['', 'Demo accounts', ...columns(rows)]
}

/** Operators work over their own API; their console is not built yet. */
function operatorTable(operators: NonNullable<Summary['operators']>): string[] {
  if (operators.length === 0) return []
  const rows = operators.map(({ name, role, password }) => [name, role, password])
  return ['', 'Demo operators', ...columns([['Name', 'Role', 'Password'], ...rows])]
}

function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => widthOf(row[column] ?? ''))),
  )
  const align = (row: string[]) =>
    row
      .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text)))
      .join('   ')
      .trimEnd()
  return rows.map(align)
}

/** A Chinese character takes two places of a console. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /[\u2e80-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1
  return width
}

/** Browsers give no cryptography to a page from another machine without TLS. */
function warning({ host }: Summary): string[] {
  const isOwnMachine =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  if (isOwnMachine) return []
  return [
    '',
    `Listening on ${host}: other machines reach it over plain HTTP, where browsers give no`,
    'cryptography, so accounts can be made and used on this machine only. Put TLS in front.',
  ]
}
