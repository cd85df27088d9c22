import type { Sharing, SharingFacts } from '@banyan/economy'
import { type HoldEnding, houseAccount, type Ledger, memberAccount } from '../ledger/index.ts'
import { holdLock, shareLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { CutOff, SharedRun } from '../settlement/index.ts'
import * as store from './store.ts'

/**
 * An order of another module whose hold a shared loss has ended: it continues with the amount that
 * is kept.
 */
interface CutOrder {
  id: string
  /** The kept amount, micro-USDT. */
  kept: bigint
  /** The run that cut it. */
  period: string
}

/**
 * The modules that hold members' USDT, by the kind of their holds: each places a smaller hold
 * instead of the one that ended.
 */
export type HoldingModules = Readonly<
  Record<store.HoldRow['kind'], (tx: Tx, orders: readonly CutOrder[]) => Promise<void>>
>

/** The dependencies of a run. */
export interface RunContext {
  database: Database
  ledger: Ledger
  modules: HoldingModules
  /**
   * Whether payouts from before a restore of the database are still looked for. Their holds are not
   * cut until then.
   */
  isRestorePending: (reader: Database | Tx) => Promise<boolean>
}

/**
 * Must be held before a member's USDT is held or freed, so that a cut-off waits for the caller.
 * Refuses `lossBeingShared` from the cut-off of a run that shares a loss until it is done with all
 * balances.
 */
export async function enterBalances(tx: Tx): Promise<void> {
  await shareLock(tx, 'balances')
  if (await store.isUnderWay(tx)) refuse('lossBeingShared')
}

/**
 * The cut-off: the open approval is used up by this run. When a loss is left beyond the house
 * accounts, all balances are frozen as they are; holding or freeing any of them is refused until
 * the run has posted, so the computed balances stay true. While payouts from before a restore are
 * looked for, nothing is shared and the approval waits for the next run: a hold that was cut could
 * not be booked as paid.
 */
export async function closeRound(
  { isRestorePending }: Pick<RunContext, 'isRestorePending'>,
  tx: Tx,
  run: Pick<CutOff, 'period' | 'cutoff' | 'leftOver'>,
): Promise<void> {
  const isNeeded = run.leftOver > 0n
  if (isNeeded && (await isRestorePending(tx))) return
  if (isNeeded) await holdLock(tx, 'balances')
  const postedAt = isNeeded ? null : await systemNow(tx)
  if ((await store.spendApproval(tx, { ...run, postedAt })) && isNeeded)
    await store.freezeBalances(tx, run.period)
}

/** Balances per read. */
const PAGE = 50_000

/** What a run may share, in the order of ids; undefined in every run that has nothing to share. */
export async function factsOfRun(
  reader: Database,
  period: string,
): Promise<SharingFacts | undefined> {
  const sharing = await store.sharingOfRun(reader, period)
  if (!sharing) return undefined
  const owners: string[] = []
  const balances: bigint[] = []
  for (let after: string | null = null; ; after = owners.at(-1) ?? null) {
    const page = await store.balancesPage(reader, period, { after, limit: PAGE })
    for (const { memberId, balance } of page) {
      owners.push(memberId)
      balances.push(balance)
    }
    if (page.length < PAGE) break
  }
  const holds = await store.holdsOfRun(reader, period)
  return {
    most: sharing.most,
    owners,
    balances: BigInt64Array.from(balances),
    holds: holds.map(({ holdId, amount }) => ({ id: holdId, amount })),
  }
}

/**
 * Debits everybody by their part. Members with something on hold come first: the hold ends, the
 * part is taken, and a smaller hold is placed, in one transaction; all others are debited in
 * batches of ten thousand. Stopped anywhere, it continues when called again.
 */
export async function postShares(context: RunContext, run: SharedRun): Promise<void> {
  const { database, ledger } = context
  const { period, sharing } = run
  const row = await store.sharingOfRun(database, period)
  if (!row) throw new Error(`the run of ${period} has no loss to share`)
  if (row.postedAt !== null) return
  if (sharing) {
    if (row.shared === null)
      await inTransaction(database, tx => store.updateSharing(tx, row.id, store.agreed(sharing)))
    const holders = new Set((await store.holdsOfRun(database, period)).map(one => one.memberId))
    const parts = partsOf(run.facts, sharing)
    while ((await inTransaction(database, tx => cutHolders(context, tx, run, parts))) > 0);
    await ledger.postDebits(database, {
      settlementId: nameOf(period),
      kind: 'loss_share',
      to: houseAccount('USDT', 'LOSS'),
      debits: debitsOf(run.facts, sharing, holders),
    })
  }
  await inTransaction(database, async tx => {
    await store.updateSharing(tx, row.id, { postedAt: await systemNow(tx) })
    await announce(tx, [{ memberId: null, topic: 'wallets', subject: null }])
  })
}

const nameOf = (period: string): string => `run:${period}`

function* debitsOf({ owners }: SharingFacts, { taken }: Sharing, without: ReadonlySet<string>) {
  for (const [i, owner] of owners.entries()) {
    const amount = taken[i] as bigint
    if (amount > 0n && !without.has(owner)) yield { owner, amount }
  }
}

/** The debit of each member, and the new amount of each hold. */
interface Parts {
  taken: ReadonlyMap<string, bigint>
  kept: ReadonlyMap<string, bigint>
}

const partsOf = ({ owners }: SharingFacts, { taken, holds }: Sharing): Parts => ({
  taken: new Map(owners.map((owner, i) => [owner, taken[i] as bigint])),
  kept: new Map(holds.map(({ id, amount }) => [id, amount])),
})

/** Handles some members with something on hold; returns how many holds were cut. */
async function cutHolders(
  { ledger, modules }: RunContext,
  tx: Tx,
  { period, chunk }: SharedRun,
  { taken, kept }: Parts,
): Promise<number> {
  const held = await store.uncutHolds(tx, period, chunk)
  if (held.length === 0) return 0
  const owners = [...new Set(held.map(one => one.memberId))]
  const endings = held.map(({ holdId }): HoldEnding => ({ holdId, group: null }))
  const debits = owners.flatMap(owner => {
    const amount = taken.get(owner) ?? 0n
    const [from, to] = [memberAccount(owner, 'USDT'), houseAccount('USDT', 'LOSS')]
    const reference = `${nameOf(period)}/${owner}`
    return amount === 0n ? [] : [{ from, to, amount, kind: 'loss_share' as const, reference }]
  })
  await ledger.endHolds(tx, endings, debits)
  const cuts = held.map(({ holdId, kind, orderId }) => {
    const left = kept.get(holdId)
    if (left === undefined) throw new Error(`the run of ${period} says nothing of hold ${holdId}`)
    return { id: holdId, amount: left, kind, order: { id: orderId, kept: left, period } }
  })
  for (const [kind, cut] of Object.entries(modules))
    await cut(
      tx,
      cuts.filter(one => one.kind === kind).map(({ order }) => order),
    )
  await store.markCut(tx, cuts)
  return held.length
}
