import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GuardedChild, startGuarded, stopOrder } from '../bootstrap/guard.ts'
import { isAlive, programOf } from '../bootstrap/processes.ts'
import { StartRefused } from '../bootstrap/refusal.ts'

/** A local chain's id; 56, the real BNB Smart Chain's, is never used for a chain without value. */
export const testChainId = 31337

/** Starting takes a tenth of a second; loading a long history takes longer. */
const readyWithinMs = 30_000

export interface LaunchAnvil {
  dataDir: string
  port: number
  /** Unix seconds of the first block, used only while there is no saved state. */
  genesisTime: number
  chainId?: number
}

/**
 * Two files hold the chain. The keeper writes `state.json` soon after blocks with transactions, and
 * anvil writes `exit.json` when it is asked to end, also by its guard after a kill -9 of everything
 * else. Whichever is whole and reaches further is the chain.
 */
export function stateFiles(dataDir: string) {
  return { saved: join(dataDir, 'state.json'), atExit: join(dataDir, 'exit.json') }
}

/** Starts anvil over its saved state. It mines nothing by itself: the keeper does. */
export async function launchAnvil(options: LaunchAnvil): Promise<GuardedChild> {
  const { dataDir, port, genesisTime, chainId = testChainId } = options
  await awaitPredecessor(dataDir)
  chooseState(dataDir)
  const { saved, atExit } = stateFiles(dataDir)
  const cache = join(dataDir, 'cache')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const logFile = join(dataDir, 'anvil.log')
  const anvil = await startGuarded({
    command: anvilBinary(),
    args: [
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--no-cors',
      '--quiet',
      '--chain-id',
      String(chainId),
      '--no-mining',
      '--slots-in-an-epoch',
      '1',
      '--accounts',
      '1',
      '--balance',
      '0',
      '--mnemonic-random',
      // As on BNB Smart Chain: no base fee, and a gas price of one gwei does.
      '--block-base-fee-per-gas',
      '0',
      '--gas-price',
      '1000000000',
      // Blocks, receipts and logs are all kept; old account states, which no program reads, are
      // not.
      '--prune-history',
      '128',
      '--cache-path',
      cache,
      ...(existsSync(saved) ? ['--load-state', saved] : ['--timestamp', String(genesisTime)]),
      '--dump-state',
      atExit,
    ],
    cwd: dataDir,
    env: { PATH: process.env.PATH, HOME: cache },
    logFile,
    stopOrder: stopOrder.chain,
    stop: [{ signal: 'SIGTERM', patienceMs: 15_000 }],
  })
  await awaitReady(anvil, port, logFile)
  return anvil
}

async function awaitReady(anvil: GuardedChild, port: number, logFile: string) {
  let gone = false
  void anvil.ended.then(() => {
    gone = true
  })
  const deadline = Date.now() + readyWithinMs
  while (!(await answers(port))) {
    if (gone) throw new StartRefused(`The test chain did not start; see ${logFile}`)
    if (Date.now() > deadline) {
      await anvil.stop()
      throw new StartRefused(
        `The test chain was not ready within ${readyWithinMs / 1000} s; see ${logFile}`,
      )
    }
    await sleep(10)
  }
}

async function answers(port: number): Promise<boolean> {
  const question = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  try {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(2_000),
    })
    return answer.ok
  } catch {
    return false
  }
}

/** Makes `saved` the file that reaches further; a file cut short by a crash is no JSON and loses. */
function chooseState(dataDir: string) {
  const { saved, atExit } = stateFiles(dataDir)
  if (heightOf(atExit) >= Math.max(heightOf(saved), 0)) renameSync(atExit, saved)
}

/** The last block in a state file; -1 when there is no such file, or not a whole one. */
function heightOf(file: string): number {
  if (!existsSync(file)) return -1
  try {
    const state: { best_block_number?: string | number } = JSON.parse(readFileSync(file, 'utf8'))
    return Number(state.best_block_number ?? -1)
  } catch {
    return -1
  }
}

/** After a kill -9 of the last start its guard may still be ending anvil, which is writing its state. */
async function awaitPredecessor(dataDir: string) {
  const file = join(dataDir, 'anvil.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8'))
  const deadline = Date.now() + 20_000
  while (isAlive(pid) && programOf(pid) === 'anvil') {
    if (Date.now() > deadline) {
      throw new StartRefused(
        `Another test chain (process ${pid}) is running over ${dataDir}. ` +
          'Stop it, or use another DATA_DIR.',
      )
    }
    await sleep(50)
  }
}

function anvilBinary(): string {
  const description = createRequire(import.meta.url).resolve(
    '@foundry-rs/anvil-linux-amd64/package.json',
  )
  return join(dirname(description), 'bin/anvil')
}
