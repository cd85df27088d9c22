import { Chance, type Parameters, type Period, parametersV1, periodAfter } from '@banyan/economy'
import { audit } from './audit.ts'
import { behaviours } from './behaviour.ts'
import { found } from './community.ts'
import { liveOneDay } from './day.ts'
import { type DayFigures, figuresOf, type Outcome, outcomeOf } from './figures.ts'
import { settleDay } from './run.ts'

export interface Setup {
  readonly members: number
  readonly days: number
  readonly seed: number
  /** A name of `behaviours`. */
  readonly behaviour: string
  /** The switch of the dynamic module. */
  readonly dynamic: boolean
  readonly firstPeriod?: Period
  readonly p?: Parameters
}

export interface Simulation {
  readonly setup: Setup
  readonly days: readonly DayFigures[]
  readonly outcome: Outcome
}

/**
 * Lets a community live through its days, each ended by a settlement under the real rules and looked
 * at by the audit. The same setup gives the same simulation, to the last digit.
 * @throws RangeError for a behaviour that is not known; Error when an invariant breaks.
 */
export function simulate(setup: Setup): Simulation {
  const days = dayByDay(setup)
  for (;;) {
    const { done, value } = days.next()
    if (done) return value
  }
}

/** The same, with a pause after every day in which whoever waits can show how far it is, or give up. */
export function* dayByDay(setup: Setup): Generator<DayFigures, Simulation> {
  const behaviour = behaviours[setup.behaviour]
  if (!behaviour) throw new RangeError(`no behaviour ${setup.behaviour}`)
  const chance = new Chance(setup.seed)
  const community = found(setup.p ?? parametersV1)
  const leaveOn = behaviour.runFrom === undefined ? null : Math.ceil(setup.days * behaviour.runFrom)
  const days: DayFigures[] = []
  let period = setup.firstPeriod ?? '2026-01-01'
  let splits = 1n
  for (let day = 0; day < setup.days; day++) {
    const moment = { day, days: setup.days, size: setup.members, leaveOn }
    liveOneDay(community, behaviour, moment, chance)
    audit(community)
    const result = settleDay(community, period, day, setup.dynamic)
    audit(community)
    splits *= BigInt(result.split?.multiple ?? 1)
    const figures = figuresOf(community, period, result, splits)
    days.push(figures)
    yield figures
    period = periodAfter(period)
  }
  return { setup, days, outcome: outcomeOf(community) }
}
