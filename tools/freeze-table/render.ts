import {
  type ActKind,
  actRows,
  addressFreezeHours,
  emailFreezeHours,
  type FreezeCause,
  type FreezeColumn,
  freezeCauses,
  freezeColumns,
  freezeTable,
  resetFreezeHours,
  unreplaced,
} from '@banyan/domain'

const causeText: Readonly<Record<FreezeColumn, string>> = {
  'login-reset': 'login password reset',
  'payment-reset': 'payment password reset',
  'email-change': 'another e-mail address',
  'address-change': 'another receiving address',
  account: 'account closed by an operator',
}
const reset = `${resetFreezeHours.words} hours by the words, ${resetFreezeHours.email} by e-mail`
const lastsText: Readonly<Record<FreezeColumn, string>> = {
  'login-reset': reset,
  'payment-reset': reset,
  'email-change': `${emailFreezeHours} hours; the first address freezes nothing`,
  'address-change': `${addressFreezeHours} hours; the first address freezes nothing`,
  account: 'until an operator opens it',
}
const kindText: Readonly<Record<ActKind, string>> = {
  takeOut: 'value leaves the platform',
  sell: 'coin is offered for money that is paid to the receiving address',
  redirect: 'money, or codes, go somewhere else from then on',
  letGo: 'in an open trade, coin or a claim to it is given up for good',
  endSessions: 'sessions are ended that could undo a reset',
  keep: "what is the member's stays the member's",
  enter: 'somebody gets in, or gets a password',
  askService: 'the service is asked: the way to learn why, and to object',
  stranger: 'no account is named',
}
const kinds = Object.keys(freezeTable) as ActKind[]
const until = new Date(0)

/** The page `docs/freezes.md`: every act under every freeze, as the server asks the table. */
export function renderFreezeTable(): string {
  return [
    '# Freezes, as the program has them',
    '',
    'Written by `npm run freeze-table` from `packages/domain/src/identity/freezes.ts`; a test compares them, and another',
    'holds every call against every freeze over HTTP. Why: [decision](decisions/freezes-cover-what-stands-open.md).',
    '',
    '## What begins a freeze',
    '',
    table(
      ['Freeze', 'Lasts'],
      freezeColumns.map(column => [causeText[column], lastsText[column]]),
    ),
    '',
    '## Every kind of act under every freeze',
    '',
    table(
      ['Kind of act', ...freezeColumns.map(column => causeText[column])],
      kinds.map(kind => [
        `\`${kind}\`: ${kindText[kind]}`,
        ...freezeColumns.map(column => freezeTable[kind][column]),
      ]),
    ),
    '',
    '`asked`: free for who also proves a factor that no reset has replaced. The words do for any other factor.',
    'Where several freezes last, one that refuses refuses, and the one that lasts longest names its end.',
    'While a freeze refuses `sell`, nobody takes the sell orders of the member; of a closed account nobody takes any order.',
    '',
    table(
      ['Reset lately', 'Factor that is asked for'],
      askedAfter.map(causes => [
        causes.map(cause => causeText[cause]).join(' and '),
        unreplaced(causes.map(cause => ({ cause, until }))),
      ]),
    ),
    '',
    '## Calls of each kind',
    '',
    table(
      ['Kind of act', 'Calls'],
      kinds.map(kind => [`\`${kind}\``, callsOf(kind).join(', ')]),
    ),
    '',
  ].join('\n')
}

/** Every mixture of resets after which something is asked. */
const resets = freezeCauses.filter(cause => freezeTable.letGo[cause] === 'asked')
const askedAfter: readonly (readonly FreezeCause[])[] = [...resets.map(cause => [cause]), resets]

/** The calls of a kind; one that is judged by the side of its order is named with the side. */
function callsOf(kind: ActKind): string[] {
  return [...actRows].flatMap(([call, row]) => {
    if (typeof row === 'string') return row === kind ? [call] : []
    const sides = (['sell', 'buy'] as const).filter(side => row[side] === kind)
    return sides.map(side => `${call} (${side} order)`)
  })
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
