import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { behaviours } from './behaviour.ts'
import { htmlOf, jsonOf, outcomeLines, tableOf, textOf } from './report.ts'
import { simulate } from './simulate.ts'

/**
 * A community of chosen size and behaviour through chosen days, under the real rules.
 *
 *   npm run simulate -- [--members 500] [--days 120] [--behaviour calm] [--seed 1] [--dynamic off] [--out <folder>]
 *
 * Prints a table and writes simulation.json and simulation.html. The seed is printed; the same seed
 * and the same choices give the same files, byte for byte.
 */
const values = readChoices()

function readChoices() {
  try {
    return parseArgs({
      options: {
        members: { type: 'string', default: '500' },
        days: { type: 'string', default: '120' },
        behaviour: { type: 'string', default: 'calm' },
        seed: { type: 'string' },
        dynamic: { type: 'string', default: 'on' },
        out: { type: 'string', default: 'simulation' },
      },
    }).values
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(
      'Choices: --members 500 --days 120 --behaviour calm --seed 1 --dynamic on --out <folder>',
    )
    process.exit(2)
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  console.error(`--${name} wants a whole number from 1 to ${most}, not ${text}`)
  process.exit(2)
}

if (!(values.behaviour in behaviours) || !['on', 'off'].includes(values.dynamic)) {
  console.error(
    `--behaviour is one of ${Object.keys(behaviours).join(', ')}; --dynamic is on or off`,
  )
  process.exit(2)
}
const setup = {
  members: wholeNumber('members', values.members, 100_000),
  days: wholeNumber('days', values.days, 3_650),
  seed:
    values.seed === undefined
      ? randomInt(1, 2 ** 31)
      : wholeNumber('seed', values.seed, 2 ** 32 - 1),
  behaviour: values.behaviour,
  dynamic: values.dynamic === 'on',
}
console.log(
  `${setup.members} members, ${setup.days} days, ${setup.behaviour}, dynamic ${values.dynamic}, seed ${setup.seed}`,
)
const simulation = simulate(setup)
console.log(`\n${textOf(tableOf(simulation))}\n`)
const outcome = Object.entries(outcomeLines(simulation))
console.log(`${textOf(outcome.map(([figure, value]) => ({ figure, value })))}\n`)
mkdirSync(values.out, { recursive: true })
writeFileSync(join(values.out, 'simulation.json'), jsonOf(simulation))
writeFileSync(join(values.out, 'simulation.html'), htmlOf(simulation))
console.log(`written: ${join(values.out, 'simulation.json')} and simulation.html`)
