import { formatAmount } from '@banyan/domain'
import { type Books, type SettlementResult, staticPaid } from '@banyan/economy'

/** The result of one step of a run, in display order. */
interface StepSummary {
  step: number
  figures: { name: string; value: string }[]
}

/** A run for display: steps without an effect are left out, and so are zeros. */
export interface RunSummary {
  after: TextOfBooks
  steps: StepSummary[]
}

/** The sums of an outcome, as text: the content of a run's page without its million rows. */
export function summaryOf(result: SettlementResult): RunSummary {
  const { losses, release, income = [], returned, ownerless, fees, statics, dynamics } = result
  const { redemptions, fills, turns, placements, split, sharing, reopened = [] } = result
  return {
    after: textOfBooks(result.books),
    steps: [
      step(2, {
        shortfall: losses.shortfall,
        lossOfRisk: losses.risk,
        lossOfOps: losses.ops,
        lossOfIncome: losses.income ?? 0n,
        lossOfStatic: losses.poolStatic,
        lossOfReserve: losses.reserve,
        ...(sharing && {
          lossOfDynamic: sharing.poolDynamic,
          lossOfMembers: sharing.shared + sharing.dust - sharing.poolDynamic,
          lossDust: sharing.dust,
        }),
        incomeToStatic: release?.toStatic ?? total(income, one => one.toStatic),
        incomeToReserve: release?.toReserve ?? total(income, one => one.toReserve),
        ...returned,
        withoutCoins: ownerless.before,
      }),
      step(4, { ...fees }),
      step(5, {
        released: statics.released,
        weight: statics.weight,
        paid: staticPaid(statics),
      }),
      step(6, {
        volume: total(dynamics.volumes, one => (one.fate === 'credited' ? one.value : 0n)),
        direct: total(dynamics.direct, one => one.amount),
        paid: dynamics.paid,
        toStaffNodes: dynamics.staffShare,
        reserved: dynamics.reserved,
      }),
      step(7, {
        exchanged: total(redemptions.exchanges, one => one.quantity),
        exchangePaid: total(redemptions.exchanges, one => one.pay),
        undone: total(redemptions.undos, one => one.quantity),
        undoPaid: total(redemptions.undos, one => one.pay),
        withoutCoins: ownerless.afterRedemptions,
      }),
      step(8, {
        filled: total(fills, one => one.filled),
        refunded: total(fills, one => one.refunded),
        issued: total(fills, one => one.quantity),
      }),
      counts(8, { reopened: reopened.length }),
      counts(9, {
        opened: turns.opened.length,
        ...(turns.renewed && { renewed: turns.renewed.length }),
        unlocked: turns.unlocked.length,
      }),
      counts(10, { placed: placements.length }),
      ...(split === null ? [] : [counts(11, { multiple: split.multiple })]),
    ].filter(({ figures }) => figures.length > 0),
  }
}

/** Without INCOME under rules that do not release it. */
type TextOfBooks = Record<Exclude<keyof Books, 'income'>, string> & { income?: string }

/** The house accounts as decimal text. */
export const textOfBooks = (books: Books): TextOfBooks => ({
  reserve: formatAmount(books.reserve),
  outstanding: formatAmount(books.outstanding),
  poolStatic: formatAmount(books.poolStatic),
  poolDynamic: formatAmount(books.poolDynamic),
  ops: formatAmount(books.ops),
  risk: formatAmount(books.risk),
  ...(books.income !== undefined && { income: formatAmount(books.income) }),
  shortfall: formatAmount(books.shortfall),
})

const total = <T>(rows: readonly T[], of: (row: T) => bigint): bigint =>
  rows.reduce((sum, row) => sum + of(row), 0n)

const step = (number: number, amounts: Readonly<Record<string, bigint>>): StepSummary => ({
  step: number,
  figures: Object.entries(amounts)
    .filter(([, amount]) => amount > 0n)
    .map(([name, amount]) => ({ name, value: formatAmount(amount) })),
})

const counts = (number: number, how: Readonly<Record<string, number>>): StepSummary => ({
  step: number,
  figures: Object.entries(how)
    .filter(([, many]) => many > 0)
    .map(([name, many]) => ({ name, value: `${many}` })),
})
