import { type AccountState, accountId, allowsOverdraft, SPLIT_ID } from '../accounts.ts'
import { Book } from '../book.ts'
import { currentEpoch, type Epoch, laterEpochs } from '../epochs.ts'
import type { AccountName } from '../ledger.ts'
import { type Run, writeBatch } from '../write.ts'
import type { Try } from './batch-runner.ts'
import { type Item, unopened } from './item.ts'
import type { Memory } from './memory.ts'
import { type NamedHold, readAccounts, readDeeds, readEpochList, readHolds } from './reader.ts'
import { Decisions, knownVerdict, refusedAnswer, type Verdict } from './verdicts.ts'

/** What was remembered cannot decide the batch; read anew, and at last under the locks, it can. */
export class DecideAnew extends Error {
  readonly code = '40001'
}

/** A batch that has been decided and sent: its verdicts hold when `written` is fulfilled. */
export interface Sent {
  verdicts: ReadonlyMap<Item, Verdict>
  written: Promise<unknown>
}

/**
 * One statement for a batch in the common case: decided on balances as they are remembered, written
 * where they are still so. The write locks in the one order; any difference rolls everything back.
 * Memory takes the batch as written at once, so that the next can be decided while this one is on
 * its way: when it fails, what was decided on it fails too, or had nothing to do with it.
 */
export async function sendOptimistic(
  run: Run,
  memory: Memory,
  items: readonly Item[],
  { suspect }: Pick<Try, 'suspect'>,
): Promise<Sent> {
  const verdicts = new Map<Item, Verdict>()
  if (suspect) await answerKnown(run, items, verdicts)
  const open = items.filter(item => !verdicts.has(item))
  const world = await loadWorld(run, memory, open)
  let book = decideAll(world, open, verdicts)
  while (await refreshRefused(run, memory, world, open, verdicts)) {
    book = decideAll(world, open, verdicts)
  }
  await answerRefused(run, open, verdicts)
  checkEnds(open, verdicts)
  const batch = book.batch()
  if (batch.transfers.length + batch.holds.length + batch.ends.length === 0)
    return { verdicts, written: Promise.resolve() }
  const written = writeBatch(run, batch, 'raise', world.epochs.at(-1)?.epoch ?? 0)
  memory.keepBatch(batch)
  return { verdicts, written }
}

/**
 * A hold and its account are read one after the other here, and another may end the hold in
 * between: that an end is a bug is said only under the locks.
 */
function checkEnds(items: readonly Item[], verdicts: ReadonlyMap<Item, Verdict>): void {
  const doubtful = items.some(
    item => item.command.type === 'end' && 'error' in (verdicts.get(item) ?? {}),
  )
  if (doubtful) throw new DecideAnew()
}

interface World {
  accounts: Map<string, AccountState>
  /** Accounts that were read for this batch, not remembered. */
  fresh: Set<string>
  opened: Set<string>
  epochs: readonly Epoch[]
  holds: Map<string, NamedHold>
}

async function loadWorld(run: Run, memory: Memory, items: readonly Item[]): Promise<World> {
  memory.epochs ??= await readEpochList(run)
  const ends = items.flatMap(({ command }) => (command.type === 'end' ? [command.holdId] : []))
  const holds = await readHolds(run, ends)
  const world: World = {
    accounts: new Map(),
    fresh: new Set(),
    opened: new Set(),
    epochs: memory.epochs,
    holds: new Map(holds.map(hold => [hold.id, hold])),
  }
  const missing = new Map<string, AccountName>()
  const want = (id: string, name: AccountName): void => {
    const known = memory.get(id)
    if (known) world.accounts.set(id, known)
    else missing.set(id, name)
  }
  for (const item of items) for (const name of item.names) want(accountId(name), name)
  for (const { account, owner, asset, kind } of holds) want(account, { owner, asset, kind })
  if (missing.size > 0) await loadMissing(run, memory, world, missing)
  const untold = [...world.accounts.values()].some(
    ({ asset, epoch }) => laterEpochs(world.epochs, asset, epoch).length > 0,
  )
  if (untold && !world.accounts.has(SPLIT_ID)) await readFresh(run, memory, world, [SPLIT_ID])
  return world
}

async function loadMissing(
  run: Run,
  memory: Memory,
  world: World,
  missing: ReadonlyMap<string, AccountName>,
): Promise<void> {
  await readFresh(run, memory, world, [...missing.keys()])
  for (const [id, name] of missing) {
    if (world.accounts.has(id)) continue
    const epoch = currentEpoch(world.epochs, name.asset)
    world.accounts.set(id, unopened(name, allowsOverdraft(name), epoch))
    world.opened.add(id)
    world.fresh.add(id)
  }
}

async function readFresh(
  run: Run,
  memory: Memory,
  world: World,
  ids: readonly string[],
): Promise<void> {
  for (const account of await readAccounts(run, ids)) {
    memory.keep(account)
    world.accounts.set(account.id, account)
    world.fresh.add(account.id)
  }
}

/** Decides all items that have no answer, in the order in which they came. */
function decideAll(world: World, items: readonly Item[], verdicts: Map<Item, Verdict>): Book {
  const book = new Book(world.accounts, world.epochs, world.opened)
  const decisions = new Decisions(book, world.holds)
  for (const item of items) {
    const verdict = decisions.repeat(item) ?? decisions.decide(item)
    if ('accepted' in verdict && verdict.accepted.outcome === 'done') decisions.accept(item)
    verdicts.set(item, verdict)
  }
  return book
}

/** A refusal must not rest on memory: reads what it rests on. Whether anything was read. */
async function refreshRefused(
  run: Run,
  memory: Memory,
  world: World,
  items: readonly Item[],
  verdicts: ReadonlyMap<Item, Verdict>,
): Promise<boolean> {
  const stale = new Set<string>()
  for (const item of items) {
    const verdict = verdicts.get(item)
    if (!verdict || !('refusal' in verdict) || !('account' in verdict.refusal)) continue
    if (!world.fresh.has(verdict.refusal.account)) stale.add(verdict.refusal.account)
  }
  if (stale.size === 0) return false
  await readFresh(run, memory, world, [...stale])
  const epochs = await readEpochList(run)
  if (epochs.length !== world.epochs.length) throw new DecideAnew()
  return true
}

/** A repeat must be answered as such even when the first time spent what it would need. */
async function answerRefused(
  run: Run,
  items: readonly Item[],
  verdicts: Map<Item, Verdict>,
): Promise<void> {
  const refused = items.filter(item => 'refusal' in (verdicts.get(item) ?? {}))
  if (refused.length === 0) return
  const known = await readDeeds(run, refused)
  for (const item of refused) {
    const verdict = verdicts.get(item)
    if (!verdict || !('refusal' in verdict)) continue
    const earlier = knownVerdict(item, known)
    verdicts.set(item, earlier ?? { answer: refusedAnswer(verdict.refusal) })
  }
}

async function answerKnown(
  run: Run,
  items: readonly Item[],
  verdicts: Map<Item, Verdict>,
): Promise<void> {
  const known = await readDeeds(run, items)
  for (const item of items) {
    const verdict = knownVerdict(item, known)
    if (verdict) verdicts.set(item, verdict)
  }
}
