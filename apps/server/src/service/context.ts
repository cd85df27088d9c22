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
  /** The operator's own account as a member, if there is one. */
  memberId: string | null
}

/** What the service needs of other modules. Ids of matters are wire ids. */
export interface ServiceContext {
  sealing: Sealing
  hours: ServiceHours
  /** How many of these pictures this member, or this operator, owns. */
  ownedUploads(reader: Reader, ownerId: string, uploadIds: readonly string[]): Promise<number>
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  openRecharges(reader: Reader, memberId: string): Promise<OpenRecharge[]>
  openWithdrawals(reader: Reader, memberId: string): Promise<OpenWithdrawal[]>
  openTrades(reader: Reader, memberId: string): Promise<TradeView[]>
  /** The support operator of this name who is set up and has not ended; null when there is none. */
  supportNamed(reader: Reader, name: string): Promise<KnownSupport | null>
  recordAct(tx: Tx, doer: Operator, act: { action: string; object: string }): Promise<void>
}

/** The pictures of a text, each once; refuses pictures that the writer does not own. */
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
