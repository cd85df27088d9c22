import { startPostgres } from './postgres.ts'

/** Starts a database over the given folder, reports that, and waits to be killed. */
const [dataDir = ''] = process.argv.slice(2)
const postgres = await startPostgres({ dataDir })
process.stdout.write(`${JSON.stringify({ url: postgres.url })}\n`)
setInterval(() => {}, 60_000)
