import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { median } from './callers.ts'

/** For `commitMs`. */
export const commitTable = 'create table bench_commit (reference text primary key)'

/** Milliseconds for one page to be on the disk that the bench's server writes to, in the middle. */
export function flushMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-flush-'))
  const file = openSync(join(folder, 'pages'), 'w')
  const page = Buffer.alloc(8_192, 1)
  const times: number[] = []
  for (let turn = 0; turn < 500; turn++) {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    times.push(performance.now() - start)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return median(times)
}

/** Milliseconds for one row to be committed, asked by one connection over and over, in the middle. */
export async function commitMs(owner: pg.Client): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 500; turn++) {
    const start = performance.now()
    await owner.query('insert into bench_commit values ($1)', [`commit/${turn}`])
    times.push(performance.now() - start)
  }
  return median(times)
}
