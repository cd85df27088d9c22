import { startTestChain } from './index.ts'

/** Runs a chain over the given folder, sends once, reports that, and waits to be killed. */
const [dataDir = '', to = ''] = process.argv.slice(2)
const chain = await startTestChain({ dataDir })
const hash = await chain.send(to, '7.5')
process.stdout.write(`${JSON.stringify({ hash, usdt: chain.usdt })}\n`)
setInterval(() => {}, 60_000)
