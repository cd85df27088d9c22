import {
  type ActKind,
  addressFreezeHours,
  allEndpoints,
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
  redirect: 'money, or codes, go to another place from then on',
  letGo: 'in an open trade, coin or a claim to it is given up for good',
  endSessions: 'ends sessions that could undo a reset',
  keep: 'takes nothing away from the member',
  enter: 'logs in, or sets a password',
  askService: 'writes to the service, to learn the reason and to object',
  anonymous: 'names no account',
}
const kinds = Object.keys(freezeTable) as ActKind[]
const until = new Date(0)

/** Renders `docs/freezes.md`: every act under every freeze, from the server's own table. */
export function renderFreezeTable(): string {
  return [
    '# Freezes',
    '',
    'A freeze is a period after a reset or a change of address in which acts are refused or need another factor.',
    '`npm run freeze-table` writes this page from `packages/domain/src/identity/freezes.ts` and the `act` of each call.',
    'A test compares both, and',
    'another checks every call under every freeze over HTTP. [Why](decisions/freezes-cover-what-stands-open.md).',
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
    '`asked`: free for a member who also proves a factor that no reset has replaced. The words replace any other factor.',
    'When several freezes last, one that refuses is enough, and the refusal names the end of the longest.',
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

/** Every combination of resets after which a factor is asked for. */
const resets = freezeCauses.filter(cause => freezeTable.letGo[cause] === 'asked')
const askedAfter: readonly (readonly FreezeCause[])[] = [...resets.map(cause => [cause]), resets]

/** The calls of a kind; a call whose kind depends on the side of its order is listed with the side. */
function callsOf(kind: ActKind): string[] {
  return allEndpoints
    .flatMap(({ id, act }) => {
      if (act === null) return []
      if (typeof act === 'string') return act === kind ? [id] : []
      const sides = (['sell', 'buy'] as const).filter(side => act[side] === kind)
      return sides.map(side => `${id} (${side} order)`)
    })
    .toSorted()
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
