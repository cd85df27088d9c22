import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of Linux in one second; the kernel's user-visible constant. */
const TICKS = 100

/** The processor seconds that this program and a PostgreSQL server with all its processes have used. */
export interface CpuSeconds {
  program: number
  postgres: number
}

export function cpuOf(postmaster: number): CpuSeconds {
  return { program: ownCpu(), postgres: treeCpu(postmaster) }
}

/** The processor seconds of this program. */
export function ownCpu(): number {
  const own = process.cpuUsage()
  return (own.user + own.system) / 1e6
}

/** The processor seconds of a process and its children. */
export function treeCpu(root: number): number {
  const ticks = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => statOf(Number(name)))
    .filter(stat => stat !== null)
    .filter(({ pid, parent }) => pid === root || parent === root)
    .reduce((sum, { pid, own, waited }) => sum + own + (pid === root ? waited : 0), 0)
  return ticks / TICKS
}

/** Ended processes count in their parent's figure once it has waited for them. */
function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (place: number) => fields[place] ?? 0
    return { pid, parent: at(1), own: at(11) + at(12), waited: at(13) + at(14) }
  } catch {
    return null
  }
}
