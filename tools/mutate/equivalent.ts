import type { Bug } from './reach.ts'

/** Bugs that change nothing that anyone could notice, each with the reason. */
export const equivalents: readonly { bug: string; because: string }[] = [
  {
    bug: 'packages/economy/src/recount/input-reader.ts boundary: for (; digit >= 0 && digit [<= → <]',
    because: 'Digits that the loop does not take are read as text, by the way for long amounts.',
  },
  {
    bug: 'apps/server/src/subscriptions/own-limit.ts await: [await lockMember(tx, memberId) → void]',
    because:
      'The lock is sent first on the connection of the transaction, and so is held before what follows.',
  },
  {
    bug: 'apps/server/src/subscriptions/run.ts await: if (cited && end.filled === 0n) [await prompts.reopenPrompt(tx, subscriptionId(row.id)) → void]',
    because: 'One statement, sent on the connection of the transaction before what follows.',
  },
  {
    bug: 'apps/server/src/subscriptions/cut.ts await: [await store.cutSubscription(tx, id, { amount, holdId, asked: row.asked ?? row.amount }) → void]',
    because: 'One statement, sent on the connection of the transaction before what follows.',
  },
  {
    bug: 'packages/economy/src/id-column.ts condition: if ([sums[there] === sum && column.at(there) === column.at(place) → (column.at(there) === column.at(place))]',
    because: 'Ids that are the same have the same sum; comparing the sums first only saves time.',
  },
  {
    bug: "packages/economy/src/rule-book/objections.ts condition: ([one, sign, other]) => [sign === '<' && one === lesser && other === greater → (sign === '<' && one === lesser)]",
    because:
      'No number has to be below one number and at most another, so the first two decide alone.',
  },
  {
    bug: 'packages/economy/src/earlier/shares.ts arguments: const first = wanted.map(demand => least([demand, guarantee → guarantee, demand]',
    because: 'The smaller of two amounts is the same in either order.',
  },
  {
    bug: 'apps/server/src/ledger/audit/head-file.ts arguments: const length = Math.min([size, TAIL_BYTES → TAIL_BYTES, size]',
    because: 'The smaller of two numbers is the same in either order.',
  },
  {
    bug: "apps/server/src/otc/move-refusals.ts condition: if ([refused === 'tooLate' && deadline → (deadline)]",
    because:
      'Only two late moves have a text there, and those are never too early: a deadline is then one that has passed.',
  },
]

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 100)

/** What a bug is, without the number of its line: what is written before and after it stays the same. */
export function nameOf({ file, source, kind, start, end, text, around }: Bug): string {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trimStart()
  // A word alone would be the name of every statement that begins with it.
  const was = kind === 'await' ? source.slice(start, around.end) : source.slice(start, end)
  const change = `${oneLine(was)} → ${oneLine(text) || '(nothing)'}`
  return `${file} ${kind}: ${before}[${change}]`
}

const known = new Map(equivalents.map(({ bug, because }) => [bug, because]))

/** Why the bug makes no difference, when that is known. */
export const reasonFor = (bug: Bug): string | undefined => known.get(nameOf(bug))
