import type { Approval, PayoutOrder } from '@banyan/payouts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBench, type SignerBench, type TestSigner } from './signer.fixture.ts'

let bench: SignerBench
let signer: TestSigner

beforeAll(async () => {
  bench = await openBench()
  signer = await bench.signer()
  await signer.start()
})

afterAll(() => bench.close())

/** The approvals of an attacker, made from those of a valid order. */
type Attack = [string, (order: PayoutOrder) => Promise<Approval[]>]

const attacks: Attack[] = [
  ['a reviewer alone', async order => [await signer.approval(order, 'mei')]],
  [
    'the same person twice',
    async order => [await signer.approval(order, 'mei'), await signer.approval(order, 'mei')],
  ],
  [
    'a reviewer who signs as treasurer',
    async order => [
      await signer.approval(order, 'mei'),
      await signer.approval(order, 'mei', { role: 'treasurer' }),
    ],
  ],
  [
    'roles that are swapped',
    async order => [
      await signer.approval(order, 'mei', { role: 'treasurer' }),
      await signer.approval(order, 'wei', { role: 'reviewer' }),
    ],
  ],
  [
    "a reviewer's key under the treasurer's name",
    async order => [
      await signer.approval(order, 'mei'),
      await signer.approval(order, 'mei', { role: 'treasurer', approver: 'wei' }),
    ],
  ],
  [
    'an unknown approver',
    async order => [
      await signer.approval(order, 'mei'),
      await signer.approval(order, 'wei', { approver: 'nobody' }),
    ],
  ],
  [
    'a signature that was changed',
    async order => {
      const [one, other] = await signer.approvals(order)
      if (!one || !other) throw new Error('two approvals')
      const signature = other.signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'))
      return [one, { ...other, signature }]
    },
  ],
  [
    'approvals of another withdrawal',
    order => signer.approvals({ ...order, withdrawalId: signer.order().withdrawalId }),
  ],
  ['approvals of another amount', order => signer.approvals({ ...order, amount: '1' })],
  [
    'approvals of another address',
    order => signer.approvals({ ...order, address: signer.order().address }),
  ],
  ['approvals of another chain', order => signer.approvals({ ...order, chainId: 56 })],
  [
    'the automatic check and one person',
    async order => [await signer.approval(order, 'mei'), await signer.approval(order, 'rules')],
  ],
  [
    "a person's name with the automatic role",
    async order => [await signer.approval(order, 'mei', { role: 'automatic' })],
  ],
]

describe('an order is not signed', () => {
  test.each(attacks)('by %s', async (_, approvalsOf) => {
    const order = signer.order()
    const { status, body } = await signer.pay(order, await approvalsOf(order))
    expect([status, body.refused]).toEqual([409, 'notApproved'])
    expect((await signer.payout(order.withdrawalId)).status).toBe(404)
  })

  test.each<[string, () => Partial<PayoutOrder>, string]>([
    ['for another chain', () => ({ chainId: 56 }), 'wrongChain'],
    ['of another token', () => ({ token: `0x${'1'.repeat(40)}` }), 'wrongChain'],
    ['to the zero address', () => ({ address: `0x${'0'.repeat(40)}` }), 'wrongAddress'],
    ['to the hot wallet itself', () => ({ address: signer.address }), 'wrongAddress'],
    ['to the token', () => ({ address: bench.chain.usdt }), 'wrongAddress'],
    [
      'without a checksum',
      () => ({ address: signer.order().address.toLowerCase() }),
      'wrongAddress',
    ],
    ['above the cap of a payout', () => ({ amount: '100000000001' }), 'overCap'],
  ])('%s', async (_, change, refused) => {
    const order = signer.order(change())
    const { status, body } = await signer.pay(order)
    expect([status, body.refused]).toEqual([409, refused])
  })

  test('in another shape', async () => {
    const order = { ...signer.order(), amount: '01' }
    const approvals = await signer.approvals(signer.order())
    const { status, body } = await signer.pay(order, approvals)
    expect([status, body.refused]).toEqual([400, 'malformed'])
  })

  test('when the hot wallet holds less than its amount and what is under way', async () => {
    const poor = await bench.signer({ usdt: 3_000_000n })
    await poor.start()
    const answers = await Promise.all(
      [poor.order(), poor.order(), poor.order()].map(order => poor.pay(order)),
    )
    expect(answers.map(one => one.body.refused).toSorted()).toEqual([
      'hotWalletShort',
      undefined,
      undefined,
    ])
    await poor.stop()
  })
})

describe('the automatic check', () => {
  const automatic = async (order: PayoutOrder) => [await signer.approval(order, 'rules')]

  test('pays nobody whom two people have not paid before', async () => {
    const order = signer.order()
    await signer.note(order.address)
    const { body } = await signer.pay(order, await automatic(order))
    expect(body.refused).toBe('addressUnknown')
  })

  test('pays known addresses within its own caps, and no further', async () => {
    const first = signer.order()
    const { address } = first
    await signer.pay(first)
    // Signed is not paid: only a final block makes the address a known one.
    const early = signer.order({ address })
    expect((await signer.pay(early, await automatic(early))).body.refused).toBe('addressUnknown')
    await signer.reaches(first.withdrawalId, 'final')

    const paid = async (amount: string) => {
      const order = signer.order({ address, amount })
      return (await signer.pay(order, await automatic(order))).body
    }
    expect((await paid('100000001')).refused).toBe('overCap')
    expect((await paid('100000000')).state).toBe('signed')
    expect((await paid('100000000')).state).toBe('signed')
    const over = await paid('1')
    expect(over.refused).toBe('overCap')
    expect(Date.parse(over.retryAt ?? '')).toBeGreaterThan(Date.now())
    // It does not limit two people.
    const more = signer.order({ address })
    expect((await signer.pay(more)).body.state).toBe('signed')
  })
})

describe('the cooling of an address', () => {
  test('begins when the signer first learns of it, and lasts through a restart', async () => {
    const slow = await bench.signer({ config: { coolingSeconds: 3_600 } })
    await slow.start()
    const order = slow.order()
    const { body: noted } = await slow.note(order.address)
    await slow.kill()
    await slow.start()
    expect((await slow.note(order.address)).body.firstSeenAt).toBe(noted.firstSeenAt)
    const { body } = await slow.pay(order)
    expect(body.refused).toBe('addressCooling')
    expect(Date.parse(body.retryAt ?? '')).toBe(Date.parse(noted.firstSeenAt) + 3_600_000)
    // By the time of the chain, not of this machine.
    await bench.chain.setTimeOffset(3_700_000)
    await bench.chain.mine(1)
    await slow.reachesTime(Date.parse(noted.firstSeenAt) + 3_600_000)
    expect((await slow.pay(order)).body.state).toBe('signed')
    await slow.stop()
  })

  test('begins with an approved order at the latest, and never with one that is not approved', async () => {
    const slow = await bench.signer({ config: { coolingSeconds: 3_600 } })
    await slow.start()
    const order = slow.order()
    await slow.pay(order, [await slow.approval(order, 'mei')])
    expect(slow.journal().filter(one => one.kind === 'address')).toEqual([])
    expect((await slow.pay(order)).body.refused).toBe('addressCooling')
    expect(slow.journal().filter(one => one.kind === 'address')).toHaveLength(1)
    await slow.stop()
  })
})

test('the caps of an hour and of a day roll, and survive a restart', async () => {
  const capped = await bench.signer({
    config: {
      caps: { payout: '10', hour: '15', day: '20' },
      automaticCaps: { payout: '0', hour: '0', day: '0' },
    },
  })
  await capped.start()
  const pay = async (amount: string) => (await capped.pay(capped.order({ amount }))).body
  expect((await pay('10000000')).state).toBe('signed')
  await capped.kill()
  await capped.start()
  expect((await pay('5000001')).refused).toBe('overCap')
  expect((await pay('5000000')).state).toBe('signed')
  expect((await capped.status()).body).toMatchObject({ leftThisHour: '0', leftToday: '5000000' })
  await bench.chain.setTimeOffset(8_000_000)
  await bench.chain.mine(1)
  await capped.reachesTime(Date.now() + 7_900_000)
  expect((await pay('6000000')).refused).toBe('overCap')
  expect((await pay('5000000')).state).toBe('signed')
  await capped.stop()
})

test.each([
  ['an option that it does not have', ['--yess'], "Unknown option '--yess'."],
  ['an option without its value', ['reconcile', '--accept'], "Option '--accept <value>'"],
  ['a command that it does not have', ['pay'], 'Usage'],
])('refuses %s with its usage, without a stack', async (_, args, first) => {
  const { code, output } = await signer.command(...args)
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^${first.replace(/[<>.]/g, '\\$&')}`))
  expect(output).toContain('signer make-key')
  expect(output).not.toContain(' at ')
})
