import { randomInt } from 'node:crypto'
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { StartRefused, sentenceOf } from '../bootstrap/refusal.ts'
import { choicesOf, commandOf, usage } from './choices.ts'
import { pageOf } from './page.ts'
import { flightLines, jsonOf, outcomeLines, tableOf, textOf } from './report.ts'
import { dayByDay, type Setup, type Simulation } from './simulate.ts'

/**
 * A community of chosen size and behaviour through chosen days, under the real rules. Writes
 * simulation.json and simulation.html, prints a table and the command that repeats it: the same seed
 * and the same choices give the same files, byte for byte.
 */
async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    console.log(usage)
    return 0
  }
  const { setup, out } = choicesOf(words, () => randomInt(1, 2 ** 31))
  makeFolder(out)
  console.log(commandOf(setup))
  const simulation = await watched(setup)
  if (simulation === null) return INTERRUPTED
  write(simulation, out)
  return 0
}

/** What a shell expects of a program that was stopped by Ctrl-C. */
const INTERRUPTED = 130
const SHOWN_EVERY_MS = process.stderr.isTTY ? 200 : 10_000

/** Simulates the days and shows the progress; null when it was interrupted. */
async function watched(setup: Setup): Promise<Simulation | null> {
  let interrupted = false
  process.once('SIGINT', () => {
    interrupted = true
  })
  const days = dayByDay(setup)
  const began = Date.now()
  let shown = began
  for (let day = 1; ; day++) {
    const step = days.next()
    if (step.done) {
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
      return step.value
    }
    const now = Date.now()
    const far = `day ${day} of ${setup.days}, ${step.value.members} members, ${Math.round((now - began) / 1_000)} s`
    if (now - shown >= SHOWN_EVERY_MS) {
      process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${far}` : `${far}\n`)
      shown = now
    }
    // Lets a signal in.
    await setImmediate()
    if (interrupted) {
      process.stderr.write(`\n  Stopped at ${far}; nothing is written.\n`)
      return null
    }
  }
}

function makeFolder(out: string): void {
  try {
    mkdirSync(out, { recursive: true })
    accessSync(out, constants.W_OK)
  } catch (error) {
    throw new StartRefused(`--out ${out} cannot be written to: ${(error as Error).message}`)
  }
}

function write(simulation: Simulation, out: string): void {
  writeFileSync(join(out, 'simulation.json'), jsonOf(simulation))
  writeFileSync(join(out, 'simulation.html'), pageOf(simulation))
  console.log(`\n${textOf(tableOf(simulation))}\n`)
  const outcome = Object.entries({ ...outcomeLines(simulation), ...flightLines(simulation.flight) })
  console.log(`${textOf(outcome.map(([figure, value]) => ({ figure, value })))}\n`)
  console.log(`written: ${join(out, 'simulation.json')} and simulation.html`)
}

// A reader of the first lines only has closed the pipe; the files are written already.
process.stdout.on('error', () => {})

main(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  error => {
    console.error(`\n  ${sentenceOf(error)}\n`)
    process.exitCode = error instanceof StartRefused ? 2 : 1
  },
)
