import { callHook } from '@banyan/tools/patient-fetch'
import { newAddress } from '@banyan/tools/testchain/beside'
import { until } from '@banyan/tools/until'
import type { Caller } from '../matrix/caller.ts'
import type { Kit } from './planting-kit.ts'
import { signIn } from './sign-in.ts'

/* Texts about money that the chain moves: what the demonstration lacks is sent there first. */

const proposals = '/api/operator/proposals'
/** Micro-USDT; operations hold less than five USDT in the demonstration. */
const SMALL = 1_000_000n
/** A reading of custody comes every half minute. */
const patience = { ms: 150_000, everyMs: 500 }

interface Two {
  one: Caller
  other: Caller
}

/** Costs, a transfer that nothing explains, a loss that is shared, and another key for recharges. */
export async function aboutMoney(kit: Kit): Promise<void> {
  const one = await signIn(kit.product, 'treasurer')
  const other = await signIn(kit.product, 'treasurer', 1)
  await depositKey(kit, { one, other })
  await cost(kit, { one, other })
  await strayTransfer(kit, { one, other })
  await sharedLoss(kit, { one, other })
}

/**
 * The other treasurer opens the evidence and approves; what waits for a reading of custody is tried
 * again.
 */
async function approve({ write }: Kit, { other }: Two, { id }: { id: string }): Promise<void> {
  await other.post(`${proposals}/${id}/evidence/open`)
  await until(
    `the approval of ${id}`,
    () =>
      write(other, {
        call: 'proposals.approve',
        path: `${proposals}/${id}/approve`,
        texts: { reason: 500 },
        rest: { acknowledges: [] },
      }),
    patience,
  )
}

/** The signer has the key, and the settings name it, since the start. */
async function depositKey(kit: Kit, two: Two): Promise<void> {
  const proposal = await kit.write(two.one, {
    call: 'proposals.proposeDepositKey',
    path: `${proposals}/deposit-keys`,
    texts: { 'why.zh': 1_000, 'why.en': 1_000 },
    rest: { xpub: kit.depositKey },
  })
  await approve(kit, two, proposal)
}

/** A payment out of the income address is booked as a cost: members read it. */
async function cost(kit: Kit, two: Two): Promise<void> {
  await kit.chain.send('income', newAddress(), SMALL)
  const payment = await until('the payment', async () => {
    const { items } = await two.one.get('/api/operator/treasury/unbooked-costs')
    return items.find((one: { state: string }) => one.state === 'final')
  })
  const proposal = await kit.write(two.one, {
    call: 'proposals.proposeCost',
    path: `${proposals}/costs`,
    texts: { payee: 200, reference: 200, evidence: 2_000 },
    rest: { transferId: payment.id, document: 'c0'.repeat(32) },
  })
  await approve(kit, two, proposal)
}

/** Somebody else has moved money of a recharge address. */
async function strayTransfer(kit: Kit, two: Two): Promise<void> {
  const { items } = await two.one.get('/api/solvency/addresses?limit=1')
  const [{ address }] = items
  // Too little to be collected.
  await callHook(kit.product.walletUrl, '/api/send', { to: address, amount: '5' })
  await kit.chain.take(address, newAddress(), SMALL)
  const stray = await until('the stray transfer', async () => {
    const { items } = await two.one.get('/api/operator/stray-transfers')
    return items.find((one: { state: string }) => one.state === 'final')
  })
  const proposal = await kit.write(two.one, {
    call: 'proposals.proposeExplanation',
    path: `${proposals}/explanations`,
    texts: { evidence: 2_000 },
    rest: { transferId: stray.id, cause: 'theft' },
  })
  await approve(kit, two, proposal)
}

/** All that the cold address held is gone: more than the platform's own accounts have. */
async function sharedLoss(kit: Kit, two: Two): Promise<void> {
  await kit.chain.sendAll('cold', newAddress())
  const missing = await until(
    'the loss',
    async () => {
      const { missing } = await two.one.get('/api/operator/treasury/accounts')
      return Number(missing) > 40_000 ? missing : null
    },
    patience,
  )
  const report = await kit.write(two.one, {
    call: 'proposals.reportShortfall',
    path: `${proposals}/shortfalls`,
    texts: { evidence: 2_000 },
    rest: { amount: missing },
  })
  await approve(kit, two, report)
  const proposal = await kit.write(two.one, {
    call: 'proposals.proposeSharing',
    path: `${proposals}/sharings`,
    texts: { 'notice.zh': 1_000, 'notice.en': 1_000 },
    rest: { most: missing },
  })
  await approve(kit, two, proposal)
}
