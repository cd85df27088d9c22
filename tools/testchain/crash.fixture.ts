import { startTestChain } from './index.ts'

/** A program that runs a chain over the folder it is given, sends once, says so, and waits to be killed. */
const [dataDir = '', to = ''] = process.argv.slice(2)
const chain = await startTestChain({ dataDir })
const hash = await chain.send(to, '7.5')
process.stdout.write(`${JSON.stringify({ hash, usdt: chain.usdt })}\n`)
setInterval(() => {}, 60_000)
