import { type AnswerOf, formatAmount, type payoutStatus } from '@banyan/domain'
import type { SignerStatus } from '@banyan/payouts'
import type { Database } from '../platform/database/connect.ts'
import { mostOf } from './breakers.ts'
import { waitingByState } from './queue-store.ts'
import { findStatus, handedLately } from './status-store.ts'

type Answer = AnswerOf<typeof payoutStatus>

/** The signer, the hot wallet, the waiting withdrawals, and why payouts are paused, if they are. */
export async function payoutStatusView(
  reader: Database,
  { connected }: { connected: boolean },
): Promise<Answer> {
  const status = connected ? await findStatus(reader) : null
  const handed = await handedLately(reader)
  const signer = status?.signer ?? null
  const most =
    signer && mostOf({ handedThisHour: handed.hour, handedToday: handed.day }, BigInt(signer.usdt))
  const waiting = await waitingByState(reader)
  return {
    pause: status ? status.pause : connected ? 'signerAway' : 'notConnected',
    since: status?.since?.toISOString() ?? null,
    checkedAt: status?.checkedAt.toISOString() ?? null,
    waiting: waiting.map(one => ({ ...one, amount: formatAmount(one.amount) })),
    pace: {
      hour: { used: formatAmount(handed.hour), most: most && formatAmount(most.hour) },
      day: { used: formatAmount(handed.day), most: most && formatAmount(most.day) },
    },
    signer: signer && presentSigner(signer),
  }
}

const presentSigner = (signer: SignerStatus): NonNullable<Answer['signer']> => ({
  address: signer.address,
  halted: signer.halted,
  gas: signer.gas,
  open: signer.open,
  usdt: formatAmount(BigInt(signer.usdt)),
  leftThisHour: formatAmount(BigInt(signer.leftThisHour)),
  leftToday: formatAmount(BigInt(signer.leftToday)),
})
