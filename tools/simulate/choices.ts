import { parseArgs } from 'node:util'
import { editionOf, parametersV1 } from '@banyan/economy'
import { StartRefused } from '../bootstrap/refusal.ts'
import { behaviours } from './behaviour.ts'
import type { Setup } from './simulate.ts'

/** What is to be simulated, and the folder that the files go to. */
export interface Choices {
  readonly setup: Setup
  readonly out: string
}

/** The edition of the rule book that a simulation follows without a word. */
const newest = `${editionOf(parametersV1)}`

/** How a simulation is asked for, with the choices that are made without a word. */
export const usage = `npm run simulate -- --members 500 --days 120 --behaviour calm --seed 1 --dynamic on --reopen 20 --leave-on 90 --edition ${newest} --out simulation`

/**
 * Reads the options of a command line; `anySeed` is used when no seed is given.
 * @throws StartRefused with one sentence about the first invalid option.
 */
export function choicesOf(words: readonly string[], anySeed: () => number): Choices {
  const chosen = wordsOf(words)
  const { behaviour, dynamic, seed, edition, out } = chosen
  if (!Object.hasOwn(behaviours, behaviour))
    refuse(`--behaviour is one of ${Object.keys(behaviours).join(', ')}, not ${behaviour}`)
  if (dynamic !== 'on' && dynamic !== 'off') refuse(`--dynamic is on or off, not ${dynamic}`)
  if (edition !== '2' && edition !== newest)
    refuse(
      `--edition is ${newest}, the newest, or 2, which books outside income at once and fills runs pro rata; not ${edition}`,
    )
  const days = wholeNumber('days', chosen.days, 3_650)
  const leaveOn = chosen['leave-on']
  const { reopen } = chosen
  return {
    setup: {
      members: wholeNumber('members', chosen.members, 100_000),
      days,
      seed: seed === undefined ? anySeed() : wholeNumber('seed', seed, 2 ** 32 - 1),
      behaviour,
      dynamic: dynamic === 'on',
      ...(reopen !== undefined && { reopen: wholeNumber('reopen', reopen, 1_000_000) }),
      ...(edition === '2' && { edition: 2 as const }),
      ...(leaveOn !== undefined && { leaveOn: wholeNumber('leave-on', leaveOn, days) }),
    },
    out,
  }
}

/** The command that repeats a simulation to the last digit. */
export function commandOf({
  members,
  days,
  behaviour,
  seed,
  dynamic,
  reopen,
  leaveOn,
  edition,
}: Setup): string {
  const choices = `--members ${members} --days ${days} --behaviour ${behaviour} --seed ${seed}`
  const leave = leaveOn === undefined ? '' : ` --leave-on ${leaveOn}`
  const rounds = reopen === undefined ? '' : ` --reopen ${reopen}`
  const rules = edition === undefined ? '' : ` --edition ${edition}`
  return `npm run simulate -- ${choices} --dynamic ${dynamic ? 'on' : 'off'}${rounds}${leave}${rules}`
}

function wordsOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        members: { type: 'string', default: '500' },
        days: { type: 'string', default: '120' },
        behaviour: { type: 'string', default: 'calm' },
        seed: { type: 'string' },
        dynamic: { type: 'string', default: 'on' },
        reopen: { type: 'string' },
        'leave-on': { type: 'string' },
        edition: { type: 'string', default: newest },
        out: { type: 'string', default: 'simulation' },
      },
    }).values
  } catch (error) {
    // Its first sentence names the word; the others are about other programs.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    refuse(`${sentence?.replace(/\.$/, '')}; write it like ${usage}`)
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= most) return value
  return refuse(`--${name} is a whole number from 1 to ${most}, not ${text}`)
}

function refuse(sentence: string): never {
  throw new StartRefused(sentence)
}
