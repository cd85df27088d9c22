import { parseArgs } from 'node:util'
import { openBench, type TestSigner } from '@banyan/signer/fixture'
import { round } from './figures.ts'

/**
 * Collects over a local chain: recharge addresses that hold USDT and no gas, ten in a request as
 * the server does it, until everything is at the hot wallet in final blocks. The chain mines when
 * the bench tells it to.
 *   npm run bench:collection -- [--addresses 200]
 */
const { values: options } = parseArgs({
  options: { addresses: { type: 'string', default: '200' } },
})
const addresses = Number(options.addresses)
const inARequest = 10
const each = 25n * 1_000_000n

const bench = await openBench()
try {
  const cold = `0x${'c'.repeat(40)}`
  const signer = await bench.signer({
    usdt: 0n,
    config: { collection: { cold, hotCap: '1000000', least: '20', bnbADay: '1' } },
  })
  const indexes = Array.from({ length: addresses }, (_, index) => index)
  for (const index of indexes) await bench.chain.send(signer.depositKey.address(index), each)
  await bench.chain.mine(3)
  await signer.start()
  const times: number[] = []
  const begun = performance.now()
  for (let left = indexes; left.length > 0; ) left = await step(signer, left, times)
  const whole = (performance.now() - begun) / 1_000
  const { body } = await signer.collections()
  const { usdt } = (await signer.status()).body
  times.sort((a, b) => a - b)
  console.table({
    addresses,
    'seconds until all of it is final': round(whole),
    'ms of a request of ten addresses, p50': round(times[Math.floor(times.length / 2)] ?? 0),
    'ms of a request of ten addresses, p99': round(times[Math.ceil(times.length * 0.99) - 1] ?? 0),
    transactions: body.total,
    'USDT at the hot wallet': Number(BigInt(usdt ?? 0) / 1_000_000n),
  })
  if (body.total !== 2 * addresses || BigInt(usdt ?? 0) !== BigInt(addresses) * each)
    throw new Error('not every address was collected once')
} finally {
  await bench.close()
}

/**
 * Requests one round over the remaining addresses and mines blocks after it. Returns the addresses
 * that still hold something.
 */
async function step(signer: TestSigner, left: number[], times: number[]): Promise<number[]> {
  const done = new Set<number>()
  for (let first = 0; first < left.length; first += inARequest) {
    const asked = performance.now()
    const { status, body } = await signer.collect(...left.slice(first, first + inARequest))
    if (status !== 200) throw new Error(`refused: ${body.detail}`)
    times.push(performance.now() - asked)
    for (const { index, outcome } of body.items) if (outcome === 'tooLittle') done.add(index)
  }
  await bench.chain.mine(4)
  return left.filter(index => !done.has(index))
}
