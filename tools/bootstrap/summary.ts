import { isIP } from 'node:net'
import type { DemoAccount } from './seeding.ts'

export interface Summary {
  appUrl: string
  host: string
  /** Absent where no console is served. */
  consoleUrl?: string
  /** Absent with a real chain. */
  walletUrl?: string
  /** Absent where e-mails are really sent. */
  inboxUrl?: string
  accounts: readonly DemoAccount[]
  /** Only in a demonstration: the operators. */
  operators?: readonly { name: string; role: string; password: string }[]
  /** Where the first administrators choose their passwords, once. */
  setUps?: readonly { name: string; link: string }[]
  /** Shown when there is no demo community to begin with. */
  rootInviteCode?: string
  /** The clock can be moved by a call. */
  testHooks?: boolean
  dataDir: string
  seconds: number
}

/** What the person at the console reads when everything is running. */
export function summarise(summary: Summary): string {
  const { appUrl, consoleUrl, walletUrl, inboxUrl, accounts, rootInviteCode, dataDir, seconds } =
    summary
  const lines = [
    `Banyan is ready (${seconds.toFixed(1)} s).`,
    '',
    field('Member app', appUrl),
    ...(consoleUrl === undefined ? [] : [field('Console', `${consoleUrl}   for operators`)]),
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
    ...setUpLines(summary.setUps ?? []),
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

/** What an operator of each role does in the console. */
const work: Readonly<Record<string, string>> = {
  support: 'answers members and feedback, writes notices, asks for a freeze',
  reviewer: 'reviews withdrawals, decides on freezes',
  arbitrator: 'hears appeals: two agree on a ruling, else a third decides',
  treasurer: 'releases withdrawals, classifies receipts; the other one approves',
  administrator: 'proposes rules and operators, the other one approves; appoints arbitrators',
}

/** The accounts of the console. */
function operatorTable(operators: NonNullable<Summary['operators']>): string[] {
  if (operators.length === 0) return []
  const rows = operators.map(({ name, role, password }) => [name, role, password, work[role] ?? ''])
  return [
    '',
    'Demo operators, for the console',
    ...columns([['Name', 'Role', 'Password', ''], ...rows]),
  ]
}

/** The links of the first administrators: the start shows them this once. */
function setUpLines(setUps: NonNullable<Summary['setUps']>): string[] {
  if (setUps.length === 0) return []
  const head = 'Set-up links, each for another person, for 15 minutes and for once'
  return ['', head, ...columns(setUps.map(({ name, link }) => [name, link]))]
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
