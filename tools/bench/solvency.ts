import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import {
  type AnswerOf,
  type Endpoint,
  type Sha256,
  solvencyProof,
  solvencyRoots,
  verifyProof,
} from '@banyan/domain'
import { inTransaction } from '@banyan/server/database/transaction'
import { openEconomyNode, platformOn } from '@banyan/server/economy-node'
import { bookFoundingMoney } from '@banyan/server/receipts'
import { openSolvency, type Solvency } from '@banyan/server/solvency'
import { cpuOf } from './cpu.ts'
import { describeServer, openBenchDatabase, postmasterOf } from './database.ts'
import { round, seconds } from './figures.ts'
import { uuidOfHash } from './members.ts'

/**
 * The proof of solvency of a million members: freezing what everybody is owed, both trees, and the
 * publication, on a durable server; then members who ask for their paths one after the other, each of
 * which is checked as a member's own device does.
 *
 *   npm run bench:solvency -- [--members 1000000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, json: { type: 'string' } },
})
const members = Number(options.members)
const PERIOD = '2026-03-01'
const ASKED = 200
const sha256: Sha256 = bytes => createHash('sha256').update(bytes).digest()

const db = await openBenchDatabase(8)
try {
  const platform = platformOn(db.url, db.pool)
  const node = openEconomyNode(platform)
  await inTransaction(platform.database, async tx => {
    await node.rules.insertFirst(tx)
  })
  await bookFoundingMoney(platform.database, node.treasury)
  const filling = await seconds(fill)
  const module = openSolvency(platform, {
    custody: null,
    payoutsGone: async () => 0n,
    rechargeHoldings: async () => [],
    publishedHoldings: async () => [],
    typedTotal: async () => 0n,
    confirmedTotal: async () => 0n,
    redSince: async () => null,
    countBreaches: async () => 0,
    paysInFull: async () => true,
    finalBlock: async () => null,
    recordAct: async () => {},
    lastExplained: async () => null,
    sealing: {
      seal: text => Buffer.from(text),
      open: String,
      index: text => Buffer.from(text),
      indexes: text => [Buffer.from(text)],
    },
  })

  const postmaster = await postmasterOf(db.owner)
  const cpuBefore = cpuOf(postmaster)
  const memoryBefore = process.resourceUsage().maxRSS
  let frozen = 0
  const begun = performance.now()
  const watching = setInterval(async () => {
    const { rows } = await db.pool.query('select from solvency_look')
    if (rows.length > 0 && frozen === 0) frozen = (performance.now() - begun) / 1_000
  }, 100)
  const whole = await seconds(() => module.publish())
  clearInterval(watching)
  const cpu = cpuOf(postmaster)
  const memory = (process.resourceUsage().maxRSS - memoryBefore) / 1_024

  const [published] = (await call(module, solvencyRoots, {}, '')).items
  if (!published) throw new Error('nothing was published')
  const { rows } = await db.owner.query<{ id: string; key: string }>(
    `select id, encode(public_key, 'hex') as key from member order by md5(id::text) limit ${ASKED}`,
  )
  const times: number[] = []
  for (const { id, key } of rows) {
    const asked = performance.now()
    const proof = await call(module, solvencyProof, { period: PERIOD }, id)
    times.push(performance.now() - asked)
    if (!verifyProof(sha256, { published, proof, publicKey: key }).ok)
      throw new Error('a member was not shown what everybody is shown')
  }
  times.sort((a, b) => a - b)
  const report = {
    members,
    'leaves of a tree': 2 ** (published.trees[0]?.depth ?? 0),
    'seconds, look to root': round(whole),
    'seconds until it was frozen': round(frozen),
    'cpu seconds of this program': round(cpu.program - cpuBefore.program),
    'cpu seconds of PostgreSQL': round(cpu.postgres - cpuBefore.postgres),
    'MB more at the highest': Math.round(memory),
    'MB kept for paths': await keptMegabytes(),
    'ms for a proof, median': round(times[Math.floor(times.length / 2)] ?? 0),
    'ms for a proof, p99': round(times[Math.ceil(times.length * 0.99) - 1] ?? 0),
    'seconds to fill the database': round(filling),
  }
  console.table(report)
  await node.network.close()
  const server = await describeServer(db.owner)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ server, report }, null, 2)}\n`)
} finally {
  await db.close()
}

/** Members with keys, money and coins, by whole statements, and a settlement that is published. */
async function fill(): Promise<void> {
  await db.owner.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, public_key)
     select ('019000000000' || '7' || lpad(to_hex(n), 19, '0'))::uuid, (10000000 + n)::text, 'A member',
       translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS'), 'SG', now(), sha256(int4send(n))
     from generate_series(1, $1::int) n`,
    [members],
  )
  for (const asset of ['USDT', 'LEAF'])
    await db.owner.query(
      `insert into ledger_account (id, owner, asset, kind, posted)
       select ${uuidOfHash}, owner, $1, 'available', get_byte(hash, 0) * 1234567
       from (select id as owner, substring(sha256(convert_to(id || '/' || $1 || '/available', 'UTF8'))
         from 1 for 16) as hash from member) as hashed`,
      [asset],
    )
  await db.owner.query(
    `update ledger_account contra set posted = posted - (select sum(posted) from ledger_account
       where asset = contra.asset and kind = 'available')
     where kind in ('ISSUE', 'EXT')`,
  )
  await db.owner.query(`insert into guide_price values ($1, 1000000, 1000000, 0, 0, now())`, [
    PERIOD,
  ])
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')
}

async function keptMegabytes(): Promise<number> {
  const { rows } = await db.owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(name::regclass)) as bytes
     from unnest(array['solvency_look_owners', 'solvency_look_leaves']) as name`,
  )
  return Math.round(Number(rows[0]?.bytes) / 1_048_576)
}

async function call<E extends Endpoint>(
  module: Solvency,
  endpoint: E,
  query: object,
  memberId: string,
): Promise<AnswerOf<E>> {
  const route = module.module.routes?.find(one => one.endpoint === endpoint)
  if (route?.kind !== 'plain') throw new Error('a proof moves no money')
  const asked = { locale: 'en', query: endpoint.query.parse(query), caller: { memberId } }
  return (await route.handle(asked as never)) as AnswerOf<E>
}
