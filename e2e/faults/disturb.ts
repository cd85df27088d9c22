import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../product.ts'
import type { Chance } from './chance.ts'
import {
  clockOf,
  cutOffAfter,
  DAY_MS,
  HOUR_MS,
  inDatabaseAt,
  moveClock,
  setClock,
} from './clock.ts'

/** A jump of the clock ends so far beside a cut-off. */
const BESIDE_MS = 60_000

/** What the disturbances act on. */
export interface Disturbed {
  product: Product
  dataDir: string
  rpcUrl: string
  chance: Chance
}

/** Breaks something and returns when nothing is held broken any more; what it broke may still be coming back. */
export type Disturbance = (on: Disturbed) => Promise<void>

export const disturbances = {
  /** As a machine that loses its power does to a process. */
  'kill -9 of the server': async ({ product }) => kill(product, 'server'),
  'kill -9 of the signer': async ({ product }) => kill(product, 'signer'),
  'kill -9 of PostgreSQL': async ({ dataDir }) => {
    process.kill(postmasterOf(dataDir), 'SIGKILL')
  },
  'every connection of PostgreSQL ended': ({ product }) =>
    inDatabaseAt(product.databaseUrl, async client => {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
    }),
  'the server is paused for 5 s': async ({ product }) => standStill(serverOf(product), 5_000),
  'PostgreSQL is paused for 30 s': async ({ product, dataDir }) =>
    standStill(withChildren(product, postmasterOf(dataDir)), 30_000),
  'every order locked for 20 s': ({ product }) =>
    inDatabaseAt(product.databaseUrl, async client => {
      await client.query('begin')
      await client.query('select from otc_order for update')
      await sleep(20_000)
      await client.query('rollback')
    }),
  'a block taken back': async ({ rpcUrl, chance }) => {
    await callNode(rpcUrl, 'anvil_reorg', [chance.between(1, 6), []])
  },
  'the clock an hour on': ({ product }) => moveClock(product.databaseUrl, HOUR_MS),
  'the clock an hour back': ({ product }) => moveClock(product.databaseUrl, -HOUR_MS),
  'the clock past the next cut-off': async ({ product: { databaseUrl: url } }) =>
    setClock(url, new Date(cutOffAfter(await clockOf(url)).getTime() + BESIDE_MS)),
  'the clock back before the last cut-off': async ({ product: { databaseUrl: url } }) =>
    setClock(url, new Date(cutOffAfter(await clockOf(url)).getTime() - DAY_MS - BESIDE_MS)),
  'everything stopped and started': async ({ product }) => {
    await product.stop()
    await product.startAgain()
  },
} as const satisfies Record<string, Disturbance>

export type DisturbanceName = keyof typeof disturbances
export const disturbanceNames = Object.keys(disturbances) as DisturbanceName[]

const programs = { server: 'server/dist/bin/all.js', signer: 'signer/dist/main.js' }

function kill(product: Product, which: keyof typeof programs): void {
  for (const pid of pidsOf(product, programs[which])) process.kill(pid, 'SIGKILL')
}

/** The most memory that the server has had in use while something was done, above the use before, bytes. */
export async function memoryFor(product: Product, work: () => Promise<void>): Promise<number> {
  const [pid] = serverOf(product)
  const read = (name: 'VmRSS' | 'VmHWM') => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024
  }
  // Begins the high-water mark anew (proc_pid_clear_refs(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = read('VmRSS')
  await work()
  return read('VmHWM') - before
}

const serverOf = (product: Product): number[] => pidsOf(product, programs.server)

/** Processes of the product that run a program, by its path. */
function pidsOf(product: Product, path: string): number[] {
  const pids = product.processes().map(({ pid }) => pid)
  return pids.filter(pid => commandOf(pid).includes(path))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function postmasterOf(dataDir: string): number {
  const [pid = ''] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split(
    '\n',
  )
  return Number(pid)
}

/** A process and everything below it. */
function withChildren(product: Product, root: number): number[] {
  const pids = new Set([root])
  for (const { pid, parent } of product.processes()) if (pids.has(parent)) pids.add(pid)
  return [...pids]
}

async function standStill(pids: readonly number[], ms: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It ended meanwhile.
      }
    }
  }
  signal('SIGSTOP')
  try {
    await sleep(ms)
  } finally {
    signal('SIGCONT')
  }
}

/** A call of the test chain's node. */
export async function callNode<T>(rpcUrl: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
