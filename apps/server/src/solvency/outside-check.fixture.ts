import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { depositAddress } from '@banyan/domain'
import { canonicalJson, parametersV1 } from '@banyan/economy'
import { until } from '@banyan/tools/until'
import { newXpub } from '../deposits/deposits.fixture.ts'
import { receipts } from '../deposits/index.ts'
import { addressSettings, chainId, custodyAddresses, startSteeredChain } from '../testing/chain.ts'
import { openEconomyNode } from '../testing/economy-node.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { bookAs } from '../testing/receipts.ts'

const PROGRAM = join(import.meta.dirname, '../../../../tools/verify/verify.mjs')
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Cut-offs are at 16:00 UTC. */
const CUTOFF_HOUR = 16 * HOUR

/** Changes the answer of a path before it is sent; `query` is the query of the request. */
// biome-ignore lint/suspicious/noExplicitAny: a lie may be of any shape
export type Falsify = (data: any, query: URLSearchParams) => void

/** The exit code of the program, and everything that it printed. */
export interface Verdict {
  code: number
  output: string
}

/** Runs the program in a process of its own, as its user does. */
const runProgram = (args: readonly string[]): Promise<Verdict> =>
  new Promise(resolve => {
    const program = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { timeout: 100_000 },
      (_error, stdout, stderr) =>
        resolve({ code: program.exitCode ?? -1, output: stdout + stderr }),
    )
  })

/** Publishes a second version of the rule book, which takes effect in a month. */
async function announceRules(system: HttpSystem): Promise<void> {
  const { rows } = await system.db.owner.query(
    'select document, hash from rule_version where number = 1',
  )
  const [{ document, hash }] = rows
  const effectiveAt = new Date(Date.now() + 30 * DAY).toISOString()
  const first = JSON.parse(document)
  const text = canonicalJson({
    ...first,
    parameters: { ...first.parameters, version: 2, effectiveAt },
    previousHash: hash.toString('hex'),
  })
  await system.db.owner.query(
    `insert into rule_version values (2, $1, house_now(), $2, sha256(convert_to($2, 'UTF8')), 'lin', 'wei')`,
    [effectiveAt, text],
  )
}

/**
 * The server over HTTP with its chain, two days old and settled, with a second version of its rule
 * book to come. A proxy before it can change its answers; the program is always given the address
 * of the proxy.
 */
export async function openForOutsiders() {
  const chain = await startSteeredChain()
  const cutoff = Math.floor((Date.now() - CUTOFF_HOUR) / DAY) * DAY + CUTOFF_HOUR
  const system = await openHttpSystem({
    isFounded: false,
    at: new Date(cutoff - 2 * DAY - HOUR).toISOString(),
    env: {
      ...addressSettings,
      CHAIN_RPC_URLS: chain.rpcUrl,
      CHAIN_ID: `${chainId}`,
      USDT_CONTRACT: chain.usdt,
      DEPOSIT_XPUB: newXpub(),
      TEST_CHAIN_WALLET_URL: 'http://127.0.0.1:9/',
    },
  })
  const mine = async (blocks = 20) => {
    await chain.mine(blocks)
    const followed = async () => {
      const { rows } = await system.db.owner.query(
        'select max(number)::int as tip from chain_block',
      )
      return rows[0].tip ?? -1
    }
    const isRead = async () => {
      await system.job('deposits.watch')
      return (await followed()) >= (await chain.head())
    }
    await until('the watcher is at the head', isRead, { ms: 150_000 })
  }
  await chain.pay(custodyAddresses.founding, parametersV1.genesisUsdt * 10n ** 12n)
  await mine()
  const [founding] = await receipts.page(system.db.database, {}, { after: null, limit: 1 })
  if (!founding) throw new Error('the founding money did not come in')
  const { treasury } = openEconomyNode(system.platform)
  await bookAs(system.db.database, treasury, founding.row.id, 'founding')
  const ann = await system.join('ann')
  const { address } = await system.must(depositAddress, { as: ann })
  await chain.pay(address, 250n * 10n ** 18n)
  await mine()

  /** Settles what is due, reads custody, publishes the root, and seals the books. */
  const work = async () => {
    for (const name of ['settlement', 'solvency', 'solvency proof', 'ledger audit'])
      await system.job(name)
  }
  await system.setClock(new Date(cutoff - 2 * DAY + 60_000))
  await work()
  await announceRules(system)
  await system.setClock(new Date())
  await work()

  const lies = new Map<string, Falsify>()
  const responses = new Map<string, (response: ServerResponse) => void>()
  const proxy = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', system.url)
    const respond = responses.get(asked.pathname)
    if (respond) return respond(response)
    const truth = await fetch(asked)
    const answer = JSON.parse(await truth.text())
    lies.get(asked.pathname)?.(answer.data, asked.searchParams)
    response.writeHead(truth.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>(listening => proxy.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'banyan-outside-'))
  let files = 0

  return {
    system,
    chain,
    ann,
    address,
    mine,
    work,
    url,
    cutoff,
    /** A path for the program's state file. */
    newState: () => join(folder, `${files++}-state.json`),
    file: (content: unknown) => {
      const path = join(folder, `${files++}.json`)
      writeFileSync(path, JSON.stringify(content))
      return path
    },
    /** Falsifies the answers of a path until the test ends. */
    falsify: (path: string, lie: Falsify) => void lies.set(path, lie),
    /** Answers at a path with whatever is written to the response. */
    respond: (path: string, write: (response: ServerResponse) => void) =>
      void responses.set(path, write),
    answerTruly: () => {
      lies.clear()
      responses.clear()
    },
    /** Runs the program against the proxy, with the chain's node unless it is left out. */
    verify: (state: string, { node = chain.rpcUrl, more = [] as string[] } = {}) =>
      runProgram([url, '--state', state, ...(node ? ['--rpc', node] : []), ...more]),
    close: async () => {
      proxy.closeAllConnections()
      await new Promise(closed => proxy.close(closed))
      rmSync(folder, { recursive: true })
      await system.close()
      await chain.stop()
    },
  }
}
export type ForOutsiders = Awaited<ReturnType<typeof openForOutsiders>>
