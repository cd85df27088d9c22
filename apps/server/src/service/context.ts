import type { ServiceHours, TradeView } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'

type Reader = Database | Tx

/** A recharge that the chain is confirming. */
export interface OpenRecharge {
  id: string
  amount: string
  confirmations: number
  needed: number
}

/** A withdrawal that has not ended. */
export interface OpenWithdrawal {
  id: string
  orderNumber: string
  amount: string
  stage: 'requested' | 'reviewed' | 'released' | 'sent'
}

/** A support operator. */
interface KnownSupport {
  operatorId: string
  name: string
  /** The operator's own account as a member, where there is one. */
  memberId: string | null
}

/** What the service asks of its neighbours. Ids of matters are wire ids. */
export interface ServiceContext {
  sealing: Sealing
  hours: ServiceHours
  /** How many of these pictures are this member's, or this operator's, own. */
  ownedUploads(reader: Reader, ownerId: string, uploadIds: readonly string[]): Promise<number>
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  openRecharges(reader: Reader, memberId: string): Promise<OpenRecharge[]>
  openWithdrawals(reader: Reader, memberId: string): Promise<OpenWithdrawal[]>
  openTrades(reader: Reader, memberId: string): Promise<TradeView[]>
  /** The support operator of this name who is set up and has not ended; null where there is none. */
  supportNamed(reader: Reader, name: string): Promise<KnownSupport | null>
  recordAct(tx: Tx, doer: Operator, act: { action: string; object: string }): Promise<void>
}

/** The pictures of a text, each once; refuses those that are not the writer's own. */
export async function ownPictures(
  tx: Tx,
  context: Pick<ServiceContext, 'ownedUploads'>,
  ownerId: string,
  uploadIds: readonly string[],
): Promise<readonly string[]> {
  const each = [...new Set(uploadIds)]
  if ((await context.ownedUploads(tx, ownerId, each)) !== each.length)
    refuse('servicePictureUnknown')
  return each
}
