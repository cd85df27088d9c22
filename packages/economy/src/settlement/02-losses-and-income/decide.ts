import { sum } from '../../amounts.ts'
import { bookWhole } from '../../earlier/income.ts'
import { releasesIncome } from '../../editions.ts'
import type { Parameters } from '../../parameters.ts'
import { endsMonth } from '../../rounds.ts'
import type { Books, SettlementInput } from '../facts.ts'
import { collectOwnerless } from '../ownerless.ts'
import type { Step, Workings } from '../step.ts'
import { releaseIncome, returnedOf } from './income.ts'
import { bookLoss } from './losses.ts'
import { keptOf, type Sharing, shareAmong } from './sharing.ts'

/**
 * Step 2: a shortfall is booked; outside income comes in; POOL.dynamic gives back what is due to
 * RESERVE; and R without coins goes to RISK.
 */
export const lossesAndIncome: Step = {
  number: 2,
  name: 'losses and income',
  decide: [takeLoss, takeIncome, takeReturned, takeOwnerless],
}

function takeLoss({ books }: Workings, input: SettlementInput): Partial<Workings> {
  const losses = bookLoss(books.shortfall, books)
  const { income } = losses
  const after = {
    ...books,
    risk: books.risk - losses.risk,
    ops: books.ops - losses.ops,
    ...(income !== undefined && { income: (books.income ?? 0n) - income }),
    poolStatic: books.poolStatic - losses.poolStatic,
    reserve: books.reserve - losses.reserve,
    shortfall: losses.left,
  }
  const sharing = input.sharing && shareAmong(losses.left, books.poolDynamic, input.sharing)
  return sharing ? { losses, sharing, books: shareLeft(after, sharing) } : { losses, books: after }
}

/** The books after the last resort: the pool has borne its part, and RISK has the dust. */
const shareLeft = (books: Books, { shared, poolDynamic, dust }: Sharing): Books => ({
  ...books,
  poolDynamic: books.poolDynamic - poolDynamic,
  risk: books.risk + dust,
  shortfall: books.shortfall - shared,
})

function takeIncome({ books }: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  let activated = 0n
  for (const quantity of input.statics.positions.quantities) activated += quantity
  const coins = { activated, outstanding: books.outstanding }
  if (!releasesIncome(p)) {
    const income = bookWhole(input.receipts ?? [], coins, p)
    const moved = {
      toStatic: sum(income.map(({ toStatic }) => toStatic)),
      toReserve: sum(income.map(({ toReserve }) => toReserve)),
    }
    return { income, books: withIncome(books, moved) }
  }
  const { income = 0n, reserve } = books
  const release = releaseIncome({ income, reserve, ...coins }, p)
  const rest = { ...books, income: income - release.released }
  return { release, books: withIncome(rest, release) }
}

const withIncome = (
  books: Books,
  { toStatic, toReserve }: { toStatic: bigint; toReserve: bigint },
): Books => ({
  ...books,
  poolStatic: books.poolStatic + toStatic,
  reserve: books.reserve + toReserve,
})

function takeReturned({ books, sharing }: Workings, input: SettlementInput): Partial<Workings> {
  const { dynamicOff, staffShare, reserved } = input.carried
  // The pool contains what it owes to RESERVE, and that has borne its part of a shared loss.
  const due = (amount: bigint) => (sharing ? keptOf(amount, sharing) : amount)
  const carried = { dynamicOff: due(dynamicOff), staffShare: due(staffShare), reserved }
  const returned = returnedOf(books.poolDynamic, carried, endsMonth(input.period))
  const amount = returned.surplus + returned.dynamicOff + returned.staffShare
  return {
    returned,
    books: {
      ...books,
      poolDynamic: books.poolDynamic - amount,
      reserve: books.reserve + amount,
    },
  }
}

function takeOwnerless({ books, ownerless }: Workings): Partial<Workings> {
  const collected = collectOwnerless(books)
  return { books: collected.books, ownerless: { ...ownerless, before: collected.amount } }
}
