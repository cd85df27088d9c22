import { type SignerCause, signerCauses } from '@banyan/domain'
import { lastingRefusals } from '@banyan/payouts'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import * as payouts from './payout-store.ts'
import { returnOf } from './postings.ts'
import { withdrawalId } from './present.ts'
import { type PayoutRow, payoutsOf } from './record-store.ts'
import { type Signer, SignerRefused } from './signer.ts'
import { stepOf, takeStep } from './steps.ts'
import { lockWithdrawal } from './store.ts'

/** What ending an order that the signer refuses needs. */
export interface VoidContext {
  database: Database
  logger: Logger
  ledger: Ledger
  signer: Signer
  recordAct: (
    tx: Tx,
    doer: 'house',
    act: {
      action: string
      object: string
      reason: string
      before: unknown
      after: unknown
      members: readonly string[]
    },
  ) => Promise<void>
}

/** People have this long to remedy a refusal of the signer; then the money is given back. */
const RETURN_AFTER_MS = 24 * 3_600_000

/**
 * Whether this refusal lasts until a person changes something. A cap that names a time lets the
 * order pass by itself.
 */
function kindOf({ refused, retryAt }: SignerRefused): 'lasting' | 'passing' | 'notLooked' {
  if (refused === 'halted' || refused === 'chainAway' || refused === 'unauthorised')
    return 'notLooked'
  const lasts = retryAt === null && (lastingRefusals as readonly string[]).includes(refused)
  return lasts ? 'lasting' : 'passing'
}

/**
 * Why the signer refuses a payout until a person changes something, and from when its money is
 * given back.
 */
export function lastingRefusalOf({
  refused,
  refusedSince,
}: Pick<PayoutRow, 'refused' | 'refusedSince'>): { cause: SignerCause; returnsFrom: Date } | null {
  const cause = signerCauses.find(one => one === refused)
  if (cause === undefined || refusedSince === null) return null
  return { cause, returnsFrom: new Date(refusedSince.getTime() + RETURN_AFTER_MS) }
}

/**
 * Stores why the signer refused an order. One that it has refused for a day, for a cause that only
 * people remedy, or that two people want given back, is voided there and given back here. If the
 * process is killed at any point, the next run continues: a voided one is refused as `voided` when
 * it is asked for again, and is given back then.
 */
export async function afterRefusal(
  context: VoidContext,
  id: string,
  error: SignerRefused,
): Promise<void> {
  const { database, logger, signer } = context
  const { refused, detail, retryAt } = error
  if (refused === 'voided') return giveBackVoided(context, id)
  const [known] = await payoutsOf(database, [id])
  // The order is asked for again and again: only another answer is logged.
  if (known?.refused !== refused)
    logger.warn({ withdrawal: withdrawalId(id), refused, detail }, 'the signer refused')
  const since = await payouts.noteRefusal(database, id, {
    refused,
    refusedDetail: detail.slice(0, 500),
    retryAt,
    kind: kindOf(error),
  })
  if (since === null || kindOf(error) !== 'lasting') return
  const isOver = (await systemNow(database)).getTime() - since.getTime() >= RETURN_AFTER_MS
  if (!isOver && !(await payouts.isVoidApproved(database, id))) return
  try {
    await signer.void(withdrawalId(id))
  } catch (refusal) {
    // Signed meanwhile, or halted: the next run asks again.
    if (!(refusal instanceof SignerRefused)) throw refusal
    const { refused: why, detail: signerDetail } = refusal
    logger.warn({ withdrawal: withdrawalId(id), refused: why, detail: signerDetail }, 'not voided')
    return
  }
  await giveBackVoided(context, id)
}

/** Gives everything back to the balance, unless there is a transfer that may have paid it. */
async function giveBackVoided(context: VoidContext, id: string): Promise<void> {
  const { database, ledger, logger, recordAct } = context
  await inTransaction(database, async tx => {
    const row = await lockWithdrawal(tx, id)
    const [payout] = await payoutsOf(tx, [id])
    const back = { event: 'void', actor: 'signer', reason: 'voided' } as const
    if (!row || !payout || !stepOf(row, back)) return
    if (await payouts.mayBePaid(tx, row, payout)) {
      logger.error({ withdrawal: withdrawalId(id) }, 'voided, and the chain may show its transfer')
      return
    }
    await ledger.post(tx, returnOf(row))
    const moved = await takeStep(tx, row, back)
    const because = (await payouts.isVoidApproved(tx, id))
      ? 'two operators had it given back, which the signer refused'
      : 'the signer refused it for a day'
    await recordAct(tx, 'house', {
      action: 'give back voided withdrawal',
      object: withdrawalId(id),
      reason: `${because}: ${payout.refused}, ${payout.refusedDetail}`,
      members: [row.memberId],
      before: { state: row.state },
      after: { state: moved.state },
    })
    logger.warn({ withdrawal: withdrawalId(id) }, 'voided and given back')
  })
}
