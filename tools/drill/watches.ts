import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceSpec } from './processes.ts'
import { patroniUrl } from './services.ts'
import { type Drill, placesOf } from './settings.ts'
import { type MachineName, machineNames } from './topology.ts'

/** A time in which a machine said that it is the primary. Milliseconds since 1970. */
export interface Reign {
  machine: MachineName
  from: number
  to: number
}

/** Two answers of one reign are not further apart: the watch asks twice in a second. */
const STEP_MS = 1_200

/** The watch of a machine: see watch.mjs. */
export const watchOf = (machine: MachineName): ServiceSpec => ({
  name: 'watch',
  env: { PATH: process.env.PATH },
  // Its instants are compared with those of other machines, whose clocks may be made to differ.
  apart: true,
  command: [
    process.execPath,
    join(import.meta.dirname, 'watch.mjs'),
    patroniUrl(machine, '/primary'),
  ],
})

/** Reads what the watches of all machines have written. */
export const reignsIn = (drill: Drill): Reign[] =>
  machineNames.flatMap(machine => {
    const text = readFileSync(join(placesOf(drill, machine).logs, 'watch.log'), 'utf8')
    const instants = text
      .split('\n')
      .map(Number)
      .filter(at => at > 0)
    return reignsOf(machine, instants)
  })

/** The reigns of a machine, from the instants at which it said that it is the primary. */
export function reignsOf(machine: MachineName, instants: readonly number[]): Reign[] {
  const reigns: Reign[] = []
  for (const at of instants) {
    const last = reigns.at(-1)
    if (last !== undefined && at - last.to <= STEP_MS) last.to = at
    else reigns.push({ machine, from: at, to: at })
  }
  return reigns
}

/** The pairs of reigns of two machines that overlap. */
export function overlaps(reigns: readonly Reign[]): [Reign, Reign][] {
  return reigns.flatMap((one, i) =>
    reigns
      .slice(i + 1)
      .filter(other => other.machine !== one.machine && one.from < other.to && other.from < one.to)
      .map((other): [Reign, Reign] => [one, other]),
  )
}
