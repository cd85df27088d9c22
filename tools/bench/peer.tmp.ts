import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '../bootstrap/postgres.ts'
const p = await startPostgres({ dataDir: mkdtempSync('/tmp/peer-'), database: 'peer' })
const c = new pg.Client({ connectionString: p.url }); await c.connect()
const git = (f: string) => execFileSync('git', ['-C', '/work/.mirror/pgr0ss+pgledger/repo', 'show', `HEAD:${f}`], { encoding: 'utf8' })
for (const f of ['vendor/scoville-pgsql-ulid/ulid-to-uuid.sql','vendor/scoville-pgsql-ulid/uuid-to-ulid.sql','pgledger.sql']) await c.query(git(f))
await c.end()
console.log(p.url)
process.on('SIGTERM', async () => { await p.stop(); process.exit(0) })
setInterval(() => {}, 1000)
