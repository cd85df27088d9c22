import { startPostgres } from './postgres.ts'

/** A program that starts a database over the folder it is given, says so, and waits to be killed. */
const [dataDir = ''] = process.argv.slice(2)
const postgres = await startPostgres({ dataDir })
process.stdout.write(`${JSON.stringify({ url: postgres.url })}\n`)
setInterval(() => {}, 60_000)
