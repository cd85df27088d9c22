import { replayCommand, seedOfRun } from './seed.ts'

const printed = Symbol.for('banyan.seed.printed')

/** Prints the seed before the first test; once, however many projects a run has. */
export default function printSeed(): void {
  if (Reflect.get(globalThis, printed)) return
  Reflect.set(globalThis, printed, true)
  console.log(
    `Properties draw from seed ${seedOfRun()}. The same again: ${replayCommand(seedOfRun())}`,
  )
}
