import { isSwitch, type NumberName, numberNames } from '../rule-book/numbers.ts'

/** The numbers that a settlement reads, and the rate of the fee coins that it burns. */
const settled: readonly NumberName[] = [
  'firstPrice',
  'subscriptionFloorPrice',
  'runCapacityUsdt',
  'unspentToleranceUsdt',
  'otcFeeBps',
  'feeToStaticBps',
  'feeToDynamicBps',
  'feeToOpsBps',
  'exchangeFeeBps',
  'staticReleaseDivisor',
  'staticCapBps',
  'directBps',
  'pairBps',
  'decayNumerator',
  'decayDenominator',
  'roundCapUsdt',
  'effectiveFeesUsdt',
  'splitTriggerPrice',
  'splitMultiple',
  'incomeToStaticBps',
  'incomeReleaseDivisor',
  'incomeReleaseBps',
]

/** Whether a change of this number can be seen in a forecast. */
export const isReflected = (name: NumberName): boolean => settled.includes(name)

/** The numbers that a forecast cannot show: they work before or beside the settlement. */
export const notReflected: readonly NumberName[] = numberNames.filter(
  name => isSwitch(name) || !isReflected(name),
)
