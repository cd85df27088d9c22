import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openNode } from '@banyan/server/deposits/node'
import pg from 'pg'
import { endGuard } from '../bootstrap/guard.ts'
import { repository } from '../bootstrap/repository.ts'
import { migrate, startServer } from '../bootstrap/server.ts'
import { addressVariables } from '../bootstrap/settings.ts'
import { startTestChain } from '../testchain/index.ts'
import { round } from './figures.ts'
import { prepareServer } from './prepared.ts'

/**
 * The program for outsiders against a platform with many recharge addresses that were paid: it reads their list from
 * the product, with the product's own limits, and every balance from the local chain. Prints each of its lines with
 * the seconds since its start. Balances are read once here; a platform with a root has them read at the root's block too.
 *
 *   npm run bench:verify -- [--addresses 100000] [--json <file>]
 */
const { values: options } = parseArgs({
  options: { addresses: { type: 'string', default: '100000' }, json: { type: 'string' } },
})
const count = Number(options.addresses)

const root = mkdtempSync(join(tmpdir(), 'banyan-bench-verify-'))
const chain = await startTestChain({ dataDir: join(root, 'chain') })
const { postgres, port, env } = await prepareServer(join(root, 'data'), {
  RATE_LIMIT_SCALE: '1',
  DEMO: '0',
  SMTP_URL: '',
  CHAIN_RPC_URLS: chain.rpcUrl,
  CHAIN_ID: `${chain.chainId}`,
  USDT_CONTRACT: chain.usdt,
  DEPOSIT_XPUB: chain.depositXpub,
  TEST_CHAIN_WALLET_URL: chain.walletUrl,
  ...Object.fromEntries(
    Object.entries(addressVariables).map(([use, name]) => [
      name,
      chain.addresses[use as keyof typeof chain.addresses],
    ]),
  ),
})
const owner = new pg.Client({ connectionString: postgres.url })
try {
  await migrate(env)
  await owner.connect()
  await fill()
  const server = await startServer(env, join(root, 'server.log'))
  try {
    const lines = await verify()
    const at = (name: string): number => lines.find(one => one.name === name)?.seconds ?? Number.NaN
    const figures = {
      addresses: count,
      secondsForTheList: round(at('addresses')),
      secondsForAllBalances: round(at('balances') - at('block')),
      secondsOfTheRun: round(lines.at(-1)?.seconds ?? Number.NaN),
    }
    console.log(JSON.stringify(figures, null, 2))
    if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
  } finally {
    await server.stop()
  }
} finally {
  await owner.end()
  await postgres.stop()
  await chain.stop()
  await endGuard()
  rmSync(root, { recursive: true })
}

/** Members with an address that was paid and is empty again, and a reading of all of them at a final block. */
async function fill(): Promise<void> {
  await chain.mine(40)
  const block = await openNode(chain.rpcUrl, 'the chain', 30_000).newest('finalized')
  await owner.query(
    `insert into deposit_key (id, xpub, number, first_index, since) values (gen_random_uuid(), $1, 1, 0, house_now())`,
    [chain.depositXpub],
  )
  await owner.query(
    `insert into deposit_address (member_id, derivation_index, address, generation, cluster)
     select gen_random_uuid(), n - 1, '0x' || lpad(to_hex(n), 40, '0'), 1, 1 from generate_series(1, $1::int) n`,
    [count],
  )
  await owner.query(
    `insert into deposit (id, chain_id, transaction_hash, ordinal, member_id, derivation_index, token_units,
       units_per_micro, amount, state, block_number, block_hash, seen_at, credited_at)
     select gen_random_uuid(), $1, address, 0, member_id, derivation_index, 1, 1, 1, 'credited', 1, '0x', house_now(),
       house_now() from deposit_address`,
    [chain.chainId],
  )
  await owner.query(
    `insert into custody_reading (chain_id, block_number, block_hash, read_at) values ($1, $2, $3, house_now())`,
    [chain.chainId, block.number, block.hash],
  )
  await owner.query(
    `insert into custody_balance (chain_id, address, token_units) select $1, address, 0 from deposit_address`,
    [chain.chainId],
  )
  const nothing = [{ name: 'recharges', amount: '0' }]
  const figures = {
    held: nothing,
    owes: [{ name: 'OPS', amount: '0' }],
    missing: '0',
    unproven: '0',
    coin: { outstanding: '0', price: '1', exitPrice: '1' },
    chain: {
      block: block.number,
      blockHash: block.hash.slice(2),
      addresses: count,
      held: '0',
    },
  }
  await owner.query(
    `insert into solvency_reading (period, custody, owed, read_at, red, missing, block_number, block_hash, confirmed,
       figures, breaches, checked_at)
     values ('2026-11-21', 0, 0, house_now(), false, 0, $1, $2, 0, $3, 0, house_now())`,
    [block.number, block.hash, JSON.stringify(figures)],
  )
  await owner.query('vacuum analyze')
}

/** Runs the program as its user does. Returns each line with its time. */
async function verify(): Promise<{ name: string; seconds: number }[]> {
  const begun = performance.now()
  const program = spawn(
    process.execPath,
    [
      join(repository, 'tools/verify/verify.mjs'),
      `http://127.0.0.1:${port}`,
      '--rpc',
      chain.rpcUrl,
      '--state',
      join(root, 'state.json'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines: { name: string; seconds: number }[] = []
  for await (const line of createInterface({ input: program.stdout })) {
    const seconds = (performance.now() - begun) / 1_000
    console.log(`${seconds.toFixed(1).padStart(7)} ${line}`)
    const [, name] = /^ {2}\w+ +(\S.*?) {2,}/.exec(line) ?? []
    lines.push({ name: name ?? '', seconds })
  }
  return lines
}
