import { activate, activationTerms, askUnlock, earningIdOf, ONE } from '@banyan/domain'
import {
  cutoffOf,
  parametersV1,
  payStatic,
  periodLater,
  positionColumns,
  turnPositions,
} from '@banyan/economy'
import { openEarnings } from '../earnings/index.ts'
import { openLedger } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { openSealing } from '../platform/sealing.ts'
import { openRules } from '../rules/index.ts'
import { turnRun } from '../settlement/index.ts'
import type { HttpSystem } from './http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'

/** A settlement of long ago, so that a real one can follow. */
const LONG_AGO = '2020-01-01'

/** The passport of what that settlement paid. */
export const PAID_EARNING = earningIdOf('static', periodLater(LONG_AGO, 1))

/**
 * A member's positions in each state that an own act can change, a settlement that has paid them,
 * and a prompt.
 */
export async function lockCoins(system: HttpSystem, member: TestMember) {
  const ask = async (): Promise<string> => {
    const body = { quantity: '10', paymentPassword: PAYMENT_PASSWORD }
    return (await system.must(activate, { as: member, body })).id
  }
  const [open, leaving] = [await ask(), await ask()]
  await settleLongAgo(system)
  await system.must(askUnlock, { as: member, params: { id: leaving } })
  const terms = await system.must(activationTerms, { as: member })
  return {
    open,
    leaving,
    waiting: await ask(),
    prompt: terms.prompts[0]?.id ?? '',
  }
}

/**
 * Opens the requested positions, pays them once out of an empty pool, and asks their owners
 * something.
 */
async function settleLongAgo({ platform }: HttpSystem): Promise<void> {
  const { database } = platform
  const earnings = openEarnings(platform, {
    ledger: openLedger(),
    rules: openRules(platform),
    guidePrice: async () => ONE,
    hashesOf: async () => null,
    stopFor: async () => null,
    isWoundDown: async () => false,
    refuseWhilePaused: async () => {},
    pausesAmong: async () => new Map(),
    payStopFor: async () => null,
    issuedAmong: async () => new Set(),
    sealing: openSealing(platform.secrets.fieldKey),
  })
  const paidIn = periodLater(LONG_AGO, 1)
  const { asked } = await inTransaction(database, async tx => {
    await earnings.closeRound(tx, {
      period: LONG_AGO,
      cutoff: new Date(Date.now() + 86_400_000),
      invests: true,
    })
    return earnings.factsOfRun(tx, LONG_AGO, parametersV1)
  })
  const turns = turnPositions({
    positions: positionColumns([]),
    asked,
    guidePrice: ONE,
    eliminated: new Set(),
  })
  await inTransaction(database, tx => earnings.postTurns(tx, turnRun(LONG_AGO, turns), 100))
  await inTransaction(database, tx =>
    earnings.closeRound(tx, { period: paidIn, cutoff: cutoffOf(paidIn), invests: true }),
  )
  const { positions } = await earnings.factsOfRun(database, paidIn, parametersV1)
  const outcome = payStatic({ pool: 0n, positions })
  const flows = { lost: 0n, fees: 0n, income: 0n }
  await earnings.postPay({ period: paidIn, ruleVersion: 1, pool: 0n, flows, positions, outcome })
  const eliminations = asked.slice(0, 1).map(({ memberId, quantity }) => ({
    memberId,
    quantity,
    epoch: 0,
    source: 'a position of long ago',
    module: 'static' as const,
    reason: 'cap' as const,
  }))
  await inTransaction(database, tx => earnings.openPrompts(tx, eliminations, new Date()))
}
