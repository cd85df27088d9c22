import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCustodyReader } from '@banyan/server/deposits/custody'
import { openNode } from '@banyan/server/deposits/node'
import { openQuorum } from '@banyan/server/deposits/quorum'
import { platformOn } from '@banyan/server/economy-node'
import { startTestChain } from '../testchain/index.ts'
import { openBenchDatabase } from './database.ts'
import { round, seconds } from './figures.ts'

/**
 * Reads custody at one block of the local chain like the solvency module does: the balance of every
 * published address, from two nodes that must agree. For comparison it also asks address by
 * address, as on a chain without Multicall3.
 *   npm run bench:custody -- [--addresses 100000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { addresses: { type: 'string', default: '100000' }, json: { type: 'string' } },
})
const count = Number(options.addresses)
const SINGLE = 2_000

const dataDir = mkdtempSync(join(tmpdir(), 'banyan-bench-chain-'))
const chain = await startTestChain({ dataDir })
const db = await openBenchDatabase(4)
try {
  await chain.send(`0x${'1'.padStart(40, '0')}`, '25')
  await chain.mine(40)
  await db.owner.query(
    `insert into custody_address (chain_id, address, use, published_at)
     select $1, '0x' || lpad(to_hex(place), 40, '0'), 'cold', now() from generate_series(1, $2::int) place`,
    [chain.chainId, count],
  )
  const { database, logger } = platformOn(db.url, db.pool)
  const nodes = ['one', 'two'].map(name => openNode(chain.rpcUrl, name, 30_000))
  const [node] = nodes
  if (!node) throw new Error('no node')
  const contract = chain.usdt.toLowerCase()
  const { chainId } = chain
  const reader = openCustodyReader({
    database,
    logger,
    chainId,
    contract,
    unitsPerMicro: 10n ** 12n,
    quorum: openQuorum(nodes, chainId, logger),
  })
  const block = await node.newest('finalized')
  const instant = { block, uncredited: 0n, unclassified: 0n }
  const first = await seconds(() => reader.read(instant))
  let held = 0n
  const second = await seconds(async () => {
    held = (await reader.read(instant)).held
  })
  if (held !== 25_000_000n) throw new Error(`the reading shows ${held}`)
  const singles = await seconds(async () => {
    for (let owner = 1; owner <= SINGLE; owner++) {
      const owners = [`0x${owner.toString(16).padStart(40, '0')}`]
      await node.balances({ contract, owners, at: block.number })
    }
  })
  const each = (time: number, addresses: number) => round((time / addresses) * 1e6, 1)
  const figures = {
    addresses: count,
    firstReadingSeconds: round(first),
    laterReadingSeconds: round(second),
    microsecondsAnAddress: each(second, count),
    microsecondsAnAddressOneByOne: each(singles, SINGLE),
    minutesOfAMillion: round((second / count) * (1e6 / 60), 1),
  }
  console.log(JSON.stringify(figures, null, 2))
  if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await chain.stop()
  await db.close()
  rmSync(dataDir, { recursive: true })
}
