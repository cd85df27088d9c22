import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { switchOver, untilPrimary, untilWhole } from './cluster.ts'
import type { MachineName } from './topology.ts'
import { untilServed, type World } from './world.ts'

const SKEWED: readonly (readonly [MachineName, number])[] = [
  ['m2', 5],
  ['m3', -5],
]

/** Starts two machines with wrong clocks, and makes each of them the primary. */
export async function skewClocks(world: World): Promise<string> {
  const library = shiftLibrary(world.drill.folder)
  const before = await untilPrimary()
  for (const [machine, seconds] of SKEWED)
    await restart(world, machine, { LD_PRELOAD: library, DRILL_SHIFT_SECONDS: String(seconds) })
  // A primary of before has had its own clock until it was restarted.
  const seen: string[] = [await untilPrimary()]
  // The synchronous standby is the next one; each machine has been it after a few times.
  for (let n = 0; n < 6 && !SKEWED.every(([machine]) => seen.includes(machine)); n++) {
    await switchOver(world.drill)
    seen.push(await untilPrimary())
  }
  for (const [machine] of SKEWED) await restart(world, machine, {})
  return [before, ...seen].join(' → ')
}

async function restart(
  { hosts }: World,
  machine: MachineName,
  more: NodeJS.ProcessEnv,
): Promise<void> {
  await hosts[machine].stop()
  await untilPrimary()
  await hosts[machine].boot(more)
  await untilWhole()
  await untilServed([machine])
}

/** Compiles the library that moves a process's clock. */
function shiftLibrary(folder: string): string {
  const library = join(folder, 'shift.so')
  if (!existsSync('/usr/bin/cc')) throw new Error('there is no C compiler: apt-get install gcc')
  const source = join(import.meta.dirname, 'shift.c')
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  return library
}
