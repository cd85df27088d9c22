import { formatAmount } from '@banyan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDistribution } from '../distribution/index.ts'
import { checkDynamic } from '../earnings/index.ts'
import { type HouseAccountKind, houseAccount } from '../ledger/index.ts'
import { checkNetwork } from '../network/index.ts'
import type { EconomyFixture } from '../testing/economy.ts'
import { openCommunity } from './community.fixture.ts'
import { finishTrade } from './trades.fixture.ts'

// The platform is founded on 1 March with network pay on; cut-offs are at 16:00 UTC.
let system: EconomyFixture
let community: Awaited<ReturnType<typeof openCommunity>>
beforeEach(async () => {
  community = await openCommunity('2026-03-01T08:00:00Z')
  system = community.system
})
afterEach(() => community.close())

const usdt = async (kind: HouseAccountKind) =>
  formatAmount((await system.ledger.balance(system.database, houseAccount('USDT', kind))).posted)
const available = async (memberId: string) => (await system.wallet(memberId)).available
const breaches = async () => [
  ...(await system.breaches()),
  ...(await checkNetwork(system.database)),
  ...(await checkDistribution(system.database)),
  ...(await checkDynamic(system.database)),
]

test('a community with network pay: placed, paid, kept and returned, to the last digit', async () => {
  const { root, invite, ask, distribute, settleBy } = community
  const m = await invite(root)
  const [a, c, d, late] = [await invite(m), await invite(m), await invite(root), await invite(m)]
  await distribute(m)
  // M is placed in the same run as its own invitees, because an inviter always comes first.
  for (const [memberId, side] of [
    [a, 'left'],
    [c, 'right'],
    [m, 'left'],
    [d, 'right'],
  ] as const)
    await ask(memberId, side)
  for (const member of [a, c]) await system.place(member, '1000')
  expect(await settleBy('2026-03-02T16:00:01Z')).toBe(2)
  expect(await system.backing()).toEqual({ reserve: '2100', outstanding: '2100' })

  for (const [sellerId, buyerId, coins] of [
    [a, c, '400'],
    [c, a, '300'],
    [a, late, '100'],
    [a, d, '200'],
    [late, c, '50'],
    [d, a, '100'],
  ] as const)
    await finishTrade(system, { sellerId, buyerId, coins })
  await ask(late, 'right')
  expect(await settleBy('2026-03-03T16:00:01Z')).toBe(1)
  // Fees of 11.5 at 1; 10 of them are A's and C's: 10 % direct, and 8 % of the smaller side, 3.
  expect(await available(m)).toBe(formatAmount(1_001_240000n))
  expect([await available(a), await available(d)]).toEqual(['0', '1000'])
  // 3.45 less 1.24. The root has matched 1 of D and 8 of M's side: 0.08 that is paid to nobody.
  expect(await usdt('POOL.dynamic')).toBe('2.21')
  expect(await usdt('RESERVE')).toBe('2088.5')
  const round = system.database.selectFrom('dynamicRound').selectAll()
  expect(await round.where('period', '=', '2026-03-03').executeTakeFirst()).toMatchObject({
    volume: 11_000000n,
    paid: 1_240000n,
    staffShare: 80000n,
    factor: 1_000_000_000n,
    // 4 % of what M and the root carry, 4 and 7; 30 % of the fee that waits for a place.
    reserved: 590000n,
  })
  expect(await breaches()).toEqual([])

  expect(await settleBy('2026-03-04T16:00:01Z')).toBe(1)
  // The fee of the member placed last night: 0.05 direct; four fifths of it meet M's other side.
  expect(await available(m)).toBe(formatAmount(1_001_322000n))
  expect(await usdt('POOL.dynamic')).toBe('2.048')
  // The root's matches go to the reserve.
  expect(await usdt('RESERVE')).toBe('2088.58')
  expect(await breaches()).toEqual([])
})
