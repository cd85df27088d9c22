import { ONE } from '@banyan/domain'
import {
  Chance,
  earlierParametersV1,
  type Parameters,
  parametersV1,
  periodAfter,
} from '@banyan/economy'
import { audit } from './audit.ts'
import { type Behaviour, behaviours } from './behaviour.ts'
import { newCommunity } from './community.ts'
import { liveOneDay } from './day.ts'
import { type DayFigures, figuresOf } from './figures.ts'
import { type Flight, flightOf } from './flight.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Judge } from './payments.ts'
import { settleDay } from './run.ts'

const FIRST_PERIOD = '2026-01-01'

export interface Setup {
  readonly members: number
  readonly days: number
  readonly seed: number
  /** A name of `behaviours`. */
  readonly behaviour: string
  /** The switch of the dynamic module. */
  readonly dynamic: boolean
  /** The cap of a round, whole USDT, and that a re-investment opens one again; as in version 1 without it. */
  readonly reopen?: number
  /** The edition of the rule book: 2 books outside income at once and fills runs pro rata; the newest without it. */
  readonly edition?: 2
  /** By what payments of trades are judged; the product's own decision without it. */
  readonly judge?: Judge
  /** From this day on, counted from 1, everybody wants out; the behaviour's own choice without it. */
  readonly leaveOn?: number
}

export interface Simulation {
  readonly setup: Setup
  readonly days: readonly DayFigures[]
  readonly outcome: Outcome
  /** What came of it when everybody wanted out; null where they never did. */
  readonly flight: Flight | null
}

/**
 * Simulates a community day by day; each day ends with a settlement under the real rules and an
 * audit. The same setup gives the same simulation, to the last digit.
 * @throws RangeError for an unknown behaviour; Error when an invariant breaks.
 */
export function simulate(setup: Setup): Simulation {
  const days = dayByDay(setup)
  for (;;) {
    const { done, value } = days.next()
    if (done) return value
  }
}

/** The same, with a pause after every day in which the caller can show the progress or stop. */
export function* dayByDay(setup: Setup): Generator<DayFigures, Simulation> {
  const behaviour = behaviours[setup.behaviour]
  if (!behaviour) throw new RangeError(`no behaviour ${setup.behaviour}`)
  const chance = new Chance(setup.seed)
  const community = newCommunity(rulesOf(setup), setup.judge)
  const leaveOn = leaveDayOf(setup, behaviour)
  const days: DayFigures[] = []
  let period = FIRST_PERIOD
  let splits = 1n
  for (let day = 0; day < setup.days; day++) {
    const moment = { day, days: setup.days, size: setup.members, leaveOn }
    liveOneDay(community, behaviour, moment, chance)
    const solvencyAtCutoff = audit(community)
    const result = settleDay(community, period, day, setup.dynamic)
    const solvency = audit(community)
    const facts = { period, splits, solvency, solvencyAtCutoff }
    const figures = figuresOf(community, result, facts)
    splits *= BigInt(figures.split ?? 1)
    days.push(figures)
    yield figures
    period = periodAfter(period)
  }
  return { setup, days, outcome: outcomeOf(community), flight: flightOf(days, leaveOn) }
}

/** The rules that a community follows. */
const rulesOf = ({ reopen, edition }: Setup): Parameters => ({
  ...(edition === 2 ? { ...earlierParametersV1, version: 2 } : parametersV1),
  ...(reopen !== undefined && { reopenByReinvest: 1, roundCapUsdt: BigInt(reopen) * ONE }),
})

/** The day from which on everybody wants out, counted from 0. */
function leaveDayOf({ leaveOn, days }: Setup, { runFrom }: Behaviour): number | null {
  if (leaveOn !== undefined) return leaveOn - 1
  return runFrom === undefined ? null : Math.ceil(days * runFrom)
}
