import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** True while the process runs; one that has ended and only waits to be collected does not count. */
export function isAlive(pid: number): boolean {
  const state = readState(pid)
  return state !== undefined && state !== 'Z' && state !== 'X'
}

/** The file name of the program a process runs, or `undefined` when it is gone or somebody else's. */
export function programOf(pid: number): string | undefined {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return undefined
  }
}

/** The letter after the command in /proc/<pid>/stat; the command itself may hold any character. */
function readState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0]
  } catch {
    return undefined
  }
}
