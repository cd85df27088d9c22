import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** True while the process runs; one that has ended and only waits to be collected does not count. */
export function isAlive(pid: number): boolean {
  const state = readStat(pid)?.[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}

/**
 * The file name of the program that a process runs; undefined when the process is gone or of
 * another user.
 */
export function programOf(pid: number): string | undefined {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return undefined
  }
}

/** The id of the process that started it, or of the one that took it over. */
export function parentOf(pid: number): number | undefined {
  const parent = readStat(pid)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/**
 * Distinguishes two processes that had the same id one after the other: the time at which the
 * kernel started it, and the boot from which that time counts.
 */
export function birthOf(pid: number): string | undefined {
  const ticks = readStat(pid)?.[19]
  if (ticks === undefined) return undefined
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`
}

/** The fields of /proc/<pid>/stat after the command, which may itself hold any character. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
