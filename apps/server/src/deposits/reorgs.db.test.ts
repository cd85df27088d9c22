import { Chance } from '@banyan/economy'
import { endGuard } from '@banyan/tools/guard'
import { seedOfRun } from '@banyan/tools/seed'
import { afterAll, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openOnChain } from './deposits.fixture.ts'
import { checkDeposits, depositNotices } from './index.ts'
import { terms } from './terms.ts'

afterAll(endGuard)

/**
 * A transfer that was sent, and the block that contains it now; null when a reorganisation dropped
 * it for good.
 */
interface Sent {
  hash: string
  raw: `0x${string}`
  amount: bigint
  block: number | null
}

/** Reorganisations of every depth from 1 to 30, in random order. */
const depths = (chance: Chance): number[] => {
  const left = Array.from({ length: 30 }, (_, index) => index + 1)
  return Array.from({ length: 30 }, () => left.splice(chance.below(left.length), 1)[0] ?? 1)
}

it('credits each transfer once through reorganisations of 1 to 30 blocks, none before 15 confirmations, and names what was undone later', async () => {
  const { chain, db, module, close } = await openOnChain()
  const chance = new Chance(seedOfRun())
  const members = Array.from({ length: 3 }, newUuid)
  const addresses = await Promise.all(
    members.map(async member => (await module.address(member)).address),
  )
  const sent: Sent[] = []
  const creditedHashes = async () =>
    new Set(
      (
        await db.database
          .selectFrom('deposit')
          .select('transactionHash')
          .where('state', '=', 'credited')
          .execute()
      ).map(row => row.transactionHash),
    )
  let before = new Set<string>()
  const follow = async () => {
    const head = await chain.head()
    await module.run()
    const now = await creditedHashes()
    for (const { hash, block } of sent.filter(one => now.has(one.hash) && !before.has(one.hash)))
      expect(block === null ? 0 : head - block + 1, hash).toBeGreaterThanOrEqual(
        terms.confirmations,
      )
    before = now
  }
  const mine = async (blocks: number) => {
    await chain.mine(blocks)
    await follow()
  }

  /** Sends to one of the members; the next block contains it. */
  const pay = async () => {
    const amount = BigInt(chance.between(20_000_000, 90_000_000))
    const { hash, raw } = await chain.pay(chance.pick(addresses), amount * 10n ** 12n)
    sent.push({ hash, raw, amount, block: (await chain.head()) + 1 })
  }
  /** Replaces the last blocks; of their transfers so many stay, each in any of the new blocks. */
  const reorg = async (depth: number, keep: (undone: number) => number) => {
    const first = (await chain.head()) - depth + 1
    const undone = sent.filter(one => one.block !== null && one.block >= first)
    // One sender's transfers are in the order of their nonces, so the last ones are dropped.
    const kept = undone.slice(0, keep(undone.length))
    const places = kept.map(() => chance.below(depth)).sort((a, b) => a - b)
    const placed = kept.map((one, index) => ({ one, place: places[index] ?? 0 }))
    await chain.reorg(
      depth,
      placed.map(({ one, place }) => [one.raw, place] as const),
    )
    for (const one of undone) one.block = null
    for (const { one, place } of placed) one.block = first + place
  }

  await mine(31)
  await pay()
  await mine(3)
  await reorg(3, () => 0)
  await follow()
  for (const depth of depths(chance)) {
    for (let payments = chance.between(1, 3); payments > 0; payments--) {
      await pay()
      await mine(chance.between(1, 9))
    }
    // Sometimes the watcher has not seen the newest of the replaced blocks.
    if (chance.happens(5_000)) await chain.mine(chance.between(1, 3))
    await reorg(depth, undone => chance.between(0, undone))
    await follow()
  }
  await pay()
  await mine(terms.confirmations + 5)
  await reorg(30, () => 0)
  await mine(terms.confirmations + 5)

  const credited = await creditedHashes()
  const onChain = sent.filter(one => one.block !== null)
  expect(onChain.filter(one => !credited.has(one.hash))).toEqual([])
  const lost = sent.filter(one => one.block === null && credited.has(one.hash))
  const notices = await depositNotices(db.database)
  expect(notices.length).toBe(lost.length)
  for (const { hash } of lost) expect(notices).toContainEqual(expect.stringContaining(hash))

  const sum = (of: readonly Sent[]) => of.reduce((total, one) => total + one.amount, 0n)
  const recharges = await db.database
    .selectFrom('ledgerTransfer')
    .select('amount')
    .where('kind', '=', 'recharge')
    .execute()
  const inBooks = recharges.reduce((total, { amount }) => total + amount, 0n)
  expect(recharges.length).toBe(credited.size)
  expect(inBooks).toBe(sum(onChain) + sum(lost))
  const available = await Promise.all(members.map(member => module.available(member)))
  expect(available.reduce((total, one) => total + one, 0n)).toBe(inBooks)
  expect(await checkDeposits(db.database)).toEqual([])
  // Some were undone before their credit, and some after it.
  expect(sent.length).toBeGreaterThan(onChain.length + lost.length)
  expect(lost.length).toBeGreaterThan(0)
  await close()
}, 600_000)
