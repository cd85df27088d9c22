import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { median } from './callers.ts'

/** For `commitMs`. */
export const commitTable = 'create table bench_commit (reference text primary key)'

/** The median milliseconds to write one page to the disk of the bench's server. */
export function flushMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-flush-'))
  const file = openSync(join(folder, 'pages'), 'w')
  const page = Buffer.alloc(8_192, 1)
  const times: number[] = []
  for (let round = 0; round < 500; round++) {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    times.push(performance.now() - start)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return median(times)
}

/** The median milliseconds to commit one row, over one connection, repeatedly. */
export async function commitMs(owner: pg.Client): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 500; round++) {
    const start = performance.now()
    await owner.query('insert into bench_commit values ($1)', [`commit/${round}`])
    times.push(performance.now() - start)
  }
  return median(times)
}
