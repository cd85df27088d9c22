import { connectPool } from '../platform/database/connect.ts'
import { openEconomyNode, platformOn } from '../testing/economy-node.ts'

/** A worker that settles due periods one row at a time, to be killed at any moment. */
const [url] = process.argv.slice(2) as [string]
const pool = connectPool(url, { max: 4 })
const { treasury } = openEconomyNode(platformOn(url, pool), { chunk: 1 })
process.stdout.write('ready\n')
const settled = await treasury.settleDue()
process.stdout.write(`settled ${settled}\n`)
await pool.end()
