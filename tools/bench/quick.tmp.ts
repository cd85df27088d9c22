import { houseAccount, memberAccount, openLane, openLedger, checkInvariants } from '@banyan/server/ledger'
import { randomUUID } from 'node:crypto'
import { openBenchDatabase } from '/tmp/wt/ledger/tools/bench/database.ts'
import { runCallers } from '/tmp/wt/ledger/tools/bench/callers.ts'
const db = await openBenchDatabase(64)
process.on('uncaughtException', async e => {console.error(e); await db.close(); process.exit(1)})
const N = Number(process.env.N ?? 100000)
const owners = Array.from({length:N}, () => randomUUID())
const lane = openLane(db.pool)
const ext = houseAccount('USDT','EXT')
console.time('fill')
for (let i=0;i<N;i+=10000) await Promise.all(owners.slice(i,i+10000).map(o => lane.post([{from: ext, to: memberAccount(o,'USDT'), amount: 1000000000n, kind:'recharge', reference:o}])))
console.timeEnd('fill')
await db.owner.query('vacuum analyze')
await db.owner.query('checkpoint')
let n = 0
const run = process.pid
const pick = () => owners[Math.floor(Math.random()*N)]!
const uniform = async () => { const a = pick(); let b = pick(); while (b===a) b = pick(); const r = await lane.post([{from: memberAccount(a,'USDT'), to: memberAccount(b,'USDT'), amount: 1n, kind:'otc_release', reference: `${run}/${n++}`}]); if (r.outcome!=='done') throw new Error(JSON.stringify(r)) }
const hot = async () => { const a = pick(); const r = await lane.post([{from: memberAccount(a,'USDT'), to: houseAccount('USDT','OPS'), amount: 1n, kind:'otc_release', reference: `${run}/${n++}`}]); if (r.outcome!=='done') throw new Error(JSON.stringify(r)) }
for (const callers of (process.env.C ?? "16,64,1024").split(",").map(Number)) for (const [name, f] of [['uniform', uniform],['hot', hot]] as const) {
  const c0 = process.cpuUsage()
  const r = await runCallers(callers, 4, f)
  const c = process.cpuUsage(c0)
  console.log(name, callers, Math.round(r.perSecond), r.p50.toFixed(2), r.p99.toFixed(2), 'node us/tx', ((c.user+c.system)/r.done).toFixed(1))
}
await lane.close()
await db.close()
