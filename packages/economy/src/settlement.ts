import { sum } from './amounts.ts'
import { FULL_FACTOR, payDynamic } from './dynamic.ts'
import type { DynamicOutcome } from './dynamic-outcome.ts'
import { bookWhole, stopsFilling } from './earlier/income.ts'
import { releasesIncome } from './editions.ts'
import { redeemFees } from './fees.ts'
import { releaseIncome, returnedOf } from './income.ts'
import { bookLoss } from './losses.ts'
import type { Parameters } from './parameters.ts'
import { placeAll } from './placement.ts'
import { entryPrice, exitPrice } from './price.ts'
import { redeemRun } from './redemption.ts'
import { reopenRounds } from './reopening.ts'
import { endsMonth } from './rounds.ts'
import type { Books, SettlementInput } from './settlement-facts.ts'
import type { SettlementResult } from './settlement-result.ts'
import { keptOf, type Sharing, shareAmong } from './sharing.ts'
import { splitOf } from './split.ts'
import { payStatic, turnPositions } from './static.ts'
import { eliminatedOf } from './static-columns.ts'
import { fillSubscriptions } from './subscription.ts'

/** The results of the steps so far. */
type Workings = Omit<SettlementResult, 'published'>

/** A step of the run: its number in rule book 2.16, and what it adds to the results so far. */
interface Step {
  readonly number: number
  readonly name: string
  readonly apply: (now: Workings, input: SettlementInput, p: Parameters) => Partial<Workings>
}

/**
 * The steps in their order of execution. Each reads the books as the previous one left them. Step
 * 1, the cut-off, has made the input; step 12 publishes the result.
 */
export const settlementSteps: readonly Step[] = [
  { number: 2, name: 'shortfall', apply: takeLoss },
  { number: 2, name: 'outside income', apply: takeIncome },
  { number: 2, name: 'back to the reserve', apply: takeReturned },
  {
    number: 2,
    name: 'reserve without coins',
    apply: ({ books, ownerless }) => {
      const swept = collectOwnerless(books)
      return { books: swept.books, ownerless: { ...ownerless, before: swept.amount } }
    },
  },
  {
    number: 3,
    name: 'exit mark',
    apply: ({ books }, _, p) => ({ exitPrice: exitPrice(books, p) }),
  },
  { number: 4, name: 'fee coins', apply: takeFees },
  { number: 5, name: 'static pay', apply: takeStatic },
  { number: 6, name: 'dynamic pay', apply: takeDynamic },
  { number: 7, name: 'exchanges and undos', apply: takeRedemptions },
  {
    number: 7,
    name: 'reserve without coins',
    apply: ({ books, ownerless }) => {
      const swept = collectOwnerless(books)
      return { books: swept.books, ownerless: { ...ownerless, afterRedemptions: swept.amount } }
    },
  },
  {
    number: 8,
    name: 'entry mark',
    apply: ({ books }, _, p) => ({ entryPrice: entryPrice(books, p) }),
  },
  { number: 8, name: 'subscriptions', apply: takeSubscriptions },
  { number: 8, name: 'rounds reopened', apply: takeReopened },
  { number: 9, name: 'positions', apply: takeTurns },
  {
    number: 10,
    name: 'placements',
    apply: (_, { placements }) => ({ placements: placeAll(placements) }),
  },
  { number: 11, name: 'split', apply: takeSplit },
]

/** Settles a period: the same input gives the same result, on every machine, at any time. */
export function settle(input: SettlementInput): SettlementResult {
  let now = beginning(input)
  for (const step of settlementSteps) now = { ...now, ...step.apply(now, input, input.parameters) }
  const { books } = now
  return {
    ...now,
    published: {
      price: entryPrice(books, input.parameters),
      exitPrice: exitPrice(books, input.parameters),
    },
  }
}

/** The results before any step: empty. */
const beginning = ({ books, parameters }: SettlementInput): Workings => ({
  books: releasesIncome(parameters) ? { ...books, income: books.income ?? 0n } : books,
  losses: bookLoss(0n, books),
  returned: { surplus: 0n, dynamicOff: 0n, staffShare: 0n },
  ownerless: { before: 0n, afterRedemptions: 0n },
  exitPrice: 0n,
  fees: redeemFees(0n, 0n),
  statics: {
    released: 0n,
    weight: 0n,
    left: books.poolStatic,
    amounts: new BigInt64Array(),
    endings: new Uint8Array(),
  },
  dynamics: noDynamics,
  redemptions: { exchanges: [], undos: [] },
  entryPrice: 0n,
  fills: [],
  turns: { opened: [], unlocked: [] },
  placements: [],
  split: null,
  carried: { dynamicOff: 0n, staffShare: 0n, reserved: 0n },
})

const noDynamics: DynamicOutcome = {
  volumes: [],
  released: [],
  direct: [],
  pairs: [],
  credits: [],
  changes: [],
  eliminated: [],
  effective: [],
  factor: FULL_FACTOR,
  directFactor: FULL_FACTOR,
  paid: 0n,
  staffShare: 0n,
  reserved: 0n,
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

/** R belongs to the coins: when there are none it goes to RISK. Rule book 2.16. */
function collectOwnerless(books: Books): { books: Books; amount: bigint } {
  if (books.outstanding > 0n) return { books, amount: 0n }
  const amount = books.reserve
  return { books: { ...books, reserve: 0n, risk: books.risk + amount }, amount }
}

function takeFees(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const { books } = now
  const fees = redeemFees(sum(input.fees.map(({ coins }) => coins)), now.exitPrice, p)
  return {
    fees,
    books: {
      ...books,
      outstanding: books.outstanding - fees.burned,
      reserve: books.reserve - fees.redeemed,
      poolStatic: books.poolStatic + fees.toStatic,
      poolDynamic: books.poolDynamic + fees.toDynamic,
      ops: books.ops + fees.toOps,
      risk: books.risk + fees.toRisk,
    },
  }
}

function takeStatic({ books }: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const statics = payStatic({ pool: books.poolStatic, positions: input.statics.positions }, p)
  return { statics, books: { ...books, poolStatic: statics.left } }
}

function takeDynamic(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const { books, exitPrice, fees } = now
  const facts = { ...input.dynamics, period: input.period, fees: input.fees }
  const dynamics = payDynamic(facts, { pool: books.poolDynamic, exitPrice }, p)
  const { paid, staffShare, reserved } = dynamics
  return {
    dynamics,
    books: { ...books, poolDynamic: books.poolDynamic - paid },
    carried: { dynamicOff: facts.enabled ? 0n : fees.toDynamic, staffShare, reserved },
  }
}

function takeRedemptions(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const { exchanges, undos, reserve, outstanding } = redeemRun(
    input.redemptions,
    now.books,
    now.exitPrice,
    p,
  )
  return { redemptions: { exchanges, undos }, books: { ...now.books, reserve, outstanding } }
}

function takeSubscriptions(
  { books }: Workings,
  input: SettlementInput,
  p: Parameters,
): Partial<Workings> {
  if (stopsFilling(input.largestUnapproved ?? 0n, input.books.reserve, p)) return {}
  const fills = fillSubscriptions(input.orders, books, p)
  return {
    fills,
    books: {
      ...books,
      reserve: books.reserve + sum(fills.map(({ filled }) => filled)),
      outstanding: books.outstanding + sum(fills.map(({ quantity }) => quantity)),
    },
  }
}

function takeReopened(
  { fills, dynamics }: Workings,
  { period, reinvestments, dynamics: { nodes } }: SettlementInput,
  p: Parameters,
): Partial<Workings> {
  if (!reinvestments) return {}
  const { changes } = dynamics
  return { reopened: reopenRounds({ period, reinvestments }, { fills, changes, nodes }, p) }
}

function takeTurns(now: Workings, input: SettlementInput, p: Parameters): Partial<Workings> {
  const gone = eliminatedOf(input.statics.positions, now.statics)
  const eliminated = new Set(gone.map(({ positionId }) => positionId))
  const facts = { ...input.statics, guidePrice: now.entryPrice, eliminated }
  return { turns: turnPositions(facts, p) }
}

function takeSplit({ books }: Workings, _: SettlementInput, p: Parameters): Partial<Workings> {
  const split = splitOf(books, p)
  return { split, books: { ...books, outstanding: split?.after ?? books.outstanding } }
}
