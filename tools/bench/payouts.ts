import { parseArgs } from 'node:util'
import { openBench, type TestSigner } from '@banyan/signer/fixture'
import { round } from './figures.ts'

/**
 * Payouts over a local chain: first a few at a time, for the time from the request to the broadcast;
 * then all at once, with kills of the signer in between, after which each has to be mined exactly once.
 *
 *   npm run bench:payouts -- [--payouts 1000] [--kills 3]
 */
const { values: options } = parseArgs({
  options: {
    payouts: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '3' },
  },
})
const payouts = Number(options.payouts)
const kills = Number(options.kills)
/** Requests under way at once while single times are measured. */
const abreast = 8

const bench = await openBench()
try {
  const signer = await bench.signer()
  await signer.start()
  const times = (await measureSingles(signer, Math.min(payouts, 200))).sort((a, b) => a - b)
  const begun = performance.now()
  const orders = Array.from({ length: payouts }, () => signer.order())
  await burst(signer, orders)
  const signed = (performance.now() - begun) / 1_000
  for (const { withdrawalId } of orders) await signer.reaches(withdrawalId, 'final', 600_000)
  const final = (performance.now() - begun) / 1_000
  const wanted = new Set(orders.map(one => one.withdrawalId))
  const paid = (await bench.paidOnChain(signer.address)).filter(id => wanted.has(id))
  const { halted } = (await signer.status()).body
  console.table({
    'ms from request to broadcast, p50': round(times[Math.floor(times.length / 2)] ?? 0),
    'ms from request to broadcast, p99': round(times[Math.ceil(times.length * 0.99) - 1] ?? 0),
    'payouts in the burst': payouts,
    kills,
    'seconds until all are signed and sent': round(signed),
    'seconds until all are final': round(final),
    'mined transfers of them': paid.length,
    'different withdrawals paid': new Set(paid).size,
    halted: halted ?? 'no',
  })
  if (paid.length !== payouts || new Set(paid).size !== payouts || halted !== null)
    throw new Error('not every payout was mined exactly once')
} finally {
  await bench.close()
}

/** Milliseconds of each request; the answer comes after the broadcast. */
async function measureSingles(signer: TestSigner, count: number): Promise<number[]> {
  const times: number[] = []
  const left = Array.from({ length: count }, () => signer.order())
  const payOn = async (): Promise<void> => {
    for (let order = left.pop(); order; order = left.pop()) {
      const approvals = await signer.approvals(order)
      const asked = performance.now()
      const { status, body } = await signer.pay(order, approvals)
      if (status !== 200) throw new Error(`refused: ${body.detail}`)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: abreast }, payOn))
  return times
}

/**
 * Requests everything at once, and again after each kill, as the server repeats requests without an
 * answer.
 */
async function burst(signer: TestSigner, orders: ReturnType<TestSigner['order']>[]): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    const asked = orders.map(order => signer.pay(order).catch(() => null))
    // In the middle of the rest.
    await Promise.race(asked.slice(Math.floor((kill * orders.length) / (kills + 1))))
    await signer.kill()
    await Promise.all(asked)
    await signer.start()
  }
  const answers = await Promise.all(orders.map(order => signer.pay(order)))
  const refused = answers.find(one => one.status !== 200)
  if (refused) throw new Error(`refused: ${refused.body.detail}`)
}
