import { cutoffOf, exitPrice, type Period, redeemRun } from '@banyan/economy'
import { houseAccount, type Ledger, memberAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { dealsOf } from '../settlement/index.ts'
import type { EconomyFixture } from './economy.ts'

type Node = Pick<EconomyFixture, 'redemptions'>

/** Step 1 of a run for redemptions: its cut-off. */
export const closeRedemptions = (
  { database, redemptions }: EconomyFixture,
  period: Period,
): Promise<void> =>
  inTransaction(database, tx =>
    redemptions.closeRound(tx, { period, cutoff: cutoffOf(period), deals: true }),
  )

/** The frozen facts of step 7. */
export const redeemFacts = ({ redemptions, database }: EconomyFixture, period: Period) =>
  redemptions.factsOfRun(database, period)

/** R and N as the ledger has them. */
export async function backingOf({ ledger, database }: EconomyFixture) {
  const reserve = (await ledger.balance(database, houseAccount('USDT', 'RESERVE'))).posted
  const outstanding = -(await ledger.balance(database, houseAccount('LEAF', 'ISSUE'))).posted
  return { reserve, outstanding }
}

/** The decision of step 7 of a run by the current books. */
export async function decideRedemptions(system: EconomyFixture, period: Period) {
  const before = await backingOf(system)
  const mark = exitPrice(before)
  const outcome = redeemRun(await redeemFacts(system, period), before, mark)
  const posted = { period, ruleVersion: 1, exitPrice: mark, deals: dealsOf(outcome) }
  return { outcome, posted }
}

/** Posts step 7 to its end, in transactions of `chunk`, as a node does. */
export async function postRedemptions(
  { database, redemptions }: EconomyFixture,
  { posted }: Pick<Awaited<ReturnType<typeof decideRedemptions>>, 'posted'>,
  { node = { redemptions }, chunk = 2 }: { node?: Node; chunk?: number } = {},
): Promise<void> {
  const some = () => inTransaction(database, tx => node.redemptions.postDeals(tx, posted, chunk))
  while ((await some()) > 0);
}

/** Step 7 of a run, from its cut-off to its last line. Returns its decision. */
export async function redeemPeriod(system: EconomyFixture, period: Period) {
  await system.setNow(new Date(cutoffOf(period).getTime() + 1_000).toISOString())
  await closeRedemptions(system, period)
  const decided = await decideRedemptions(system, period)
  await postRedemptions(system, decided)
  return decided.outcome
}

/** Outside money that raises the price; `units` in micro-USDT, negative for a loss. */
export const liftReserve = ({ database, ledger }: EconomyFixture, units: bigint) => {
  const [reserve, outside] = [houseAccount('USDT', 'RESERVE'), houseAccount('USDT', 'EXT')]
  const [from, to] = units > 0n ? [outside, reserve] : [reserve, outside]
  const amount = units > 0n ? units : -units
  return inTransaction(database, tx =>
    ledger.post(tx, [{ from, to, amount, kind: 'income', reference: newUuid() }]),
  )
}

/** Coins for a member without a subscription, as if bought on the market long ago. */
export const giveCoins = (
  { database, ledger }: { database: EconomyFixture['database']; ledger: Ledger },
  memberId: string,
  units: bigint,
) =>
  inTransaction(database, tx =>
    ledger.post(tx, [
      {
        from: houseAccount('LEAF', 'ISSUE'),
        to: memberAccount(memberId, 'LEAF'),
        amount: units,
        kind: 'subscription_issue',
        reference: newUuid(),
      },
    ]),
  )
