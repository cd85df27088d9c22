import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { until } from '@banyan/tools/until'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { systemLock, whileHeld } from '../testing/meet.ts'
import { programArgs } from '../testing/program.ts'
import { RecountFault } from './recount.ts'

/* The settlement of a server, in a process of its own. */

describe('the job', () => {
  let economy: EconomyFixture
  beforeEach(async () => {
    economy = await openEconomy('2026-03-01T08:00:00Z')
  })
  afterEach(() => economy.db.close())

  /** How often one run of the job starts a settlement of its own. */
  const startedBy = async (): Promise<number> => {
    let started = 0
    const settle = async () => void started++
    const { treasury } = economy.openNode({ apart: { settle, end: () => {} } })
    const [job] = treasury.module.jobs ?? []
    await job?.run()
    return started
  }

  it('starts a settlement only when a period is due', async () => {
    await economy.setNow('2026-03-01T15:59:59Z')
    expect(await startedBy()).toBe(0)
    await economy.setNow('2026-03-01T16:00:00Z')
    expect(await startedBy()).toBe(1)
    await economy.treasury.settleDue()
    expect(await startedBy()).toBe(0)
  })

  it('starts none while another node settles', async () => {
    await economy.setNow('2026-03-01T16:00:01Z')
    await whileHeld(economy.db, systemLock('settlement'), async () => {
      expect(await startedBy()).toBe(0)
    })
    expect(await startedBy()).toBe(1)
  })

  it('starts none for a run with an alarm', async () => {
    await economy.setNow('2026-03-01T16:00:01Z')
    const hashes = Promise.reject(new RecountFault('it was given a part'))
    hashes.catch(() => {})
    const { treasury } = economy.openNode({ recount: async () => ({ hashes }) })
    await expect(treasury.settleDue()).rejects.toThrow('is stopped')
    expect(await startedBy()).toBe(0)
  })
})

let system: HttpSystem

/** The time limit for starting programs from their sources on a busy machine. */
const START_MS = 150_000
const patience = { timeout: 2 * START_MS }

const startWorker = (env: NodeJS.ProcessEnv = { TEST_HOOKS: '1' }): ChildProcess => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = system.config
  const worker = spawn(process.execPath, programArgs('worker'), {
    env: { ...process.env, DATABASE_URL, DATA_DIR, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  worker.stdout.resume()
  return worker
}

const afterCutOff = new Date('2026-03-02T16:00:01Z')

/** The processes that settle for this one. */
const settlersOf = (worker: ChildProcess): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
        const program = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
        return Number(parent) === worker.pid && /\/settlement\.[jt]s/.test(program)
      } catch {
        return false
      }
    })

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const publishedRuns = async (): Promise<number> => {
  const { rowCount } = await system.db.owner.query(
    'select from settlement_run where published_at is not null',
  )
  return rowCount ?? 0
}

/** A cut-off has passed; the settlement of it waits at its first stage while `work` runs. */
const whileItWaits = (work: (settler: number, worker: ChildProcess) => Promise<void>) =>
  whileHeld(system.db, 'lock table settlement_stage in exclusive mode', async held => {
    const worker = startWorker()
    try {
      const ended = held.begin(() => once(worker, 'exit'))
      await held.waiters(1)
      const [settler, ...others] = settlersOf(worker)
      expect(others).toEqual([])
      if (settler === undefined) throw new Error('the worker settles by itself')
      await work(settler, worker)
      await ended
    } finally {
      worker.kill('SIGKILL')
    }
  })

describe('the process', () => {
  beforeEach(async () => {
    system = await openHttpSystem({ at: '2026-03-01T08:00:00Z', arbitrators: 'none' })
  })
  afterEach(() => system.close())

  it('settles, and its process ends', patience, async () => {
    await system.setClock(afterCutOff)
    const worker = startWorker()
    try {
      await until('the period is settled', async () => (await publishedRuns()) > 0, {
        ms: START_MS,
      })
      await until('its process has ended', async () => settlersOf(worker).length === 0)
    } finally {
      worker.kill('SIGKILL')
    }
  })

  it('ends with a worker that is killed, and the next one settles', patience, async () => {
    await system.setClock(afterCutOff)
    await whileItWaits(async (settler, worker) => {
      worker.kill('SIGKILL')
      await until('the settlement has ended', () => !isRunning(settler))
    })
    expect(await publishedRuns()).toBe(0)
    await system.job('settlement')
    expect(await publishedRuns()).toBeGreaterThan(0)
  })

  it('ends with a worker that is asked to end, which reports no fault', patience, async () => {
    await system.setClock(afterCutOff)
    await whileItWaits(async (settler, worker) => {
      worker.kill('SIGTERM')
      expect(await once(worker, 'exit')).toEqual([0, null])
      await until('the settlement has ended', () => !isRunning(settler))
    })
  })
})

it('settles when the clock is moved under a running server', patience, async () => {
  system = await openHttpSystem({ arbitrators: 'none' })
  // Only at its start a server refuses a clock that was moved.
  const worker = startWorker({ TEST_HOOKS: '' })
  try {
    let log = ''
    worker.stdout?.on('data', text => (log += text))
    await until('the worker runs', () => log.includes('the server is running'), { ms: START_MS })
    await system.setClock(new Date(Date.now() + 2 * 86_400_000))
    await until('the periods are settled', async () => (await publishedRuns()) > 0, {
      ms: START_MS,
    })
  } finally {
    worker.kill('SIGKILL')
    await system.close()
  }
})
