import type { Attached, ServiceHours, TradeView } from '@banyan/domain'
import type { Attaching } from '../platform/attached.ts'
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
export interface ServiceContext extends Attaching {
  sealing: Sealing
  hours: ServiceHours
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  openRecharges(reader: Reader, memberId: string): Promise<OpenRecharge[]>
  openWithdrawals(reader: Reader, memberId: string): Promise<OpenWithdrawal[]>
  openTrades(reader: Reader, memberId: string): Promise<TradeView[]>
  /** The support operator of this name who is set up and has not ended; null when there is none. */
  supportNamed(reader: Reader, name: string): Promise<KnownSupport | null>
  recordAct(
    tx: Tx,
    doer: Operator,
    act: { action: string; object: string; members?: readonly string[] },
  ): Promise<void>
}

/** The uploads of a text, each once; refuses those that are not the writer's own. */
export const ownUploads = async (
  tx: Tx,
  context: Pick<ServiceContext, 'ownUploads'>,
  ownerId: string,
  attached: Attached,
): Promise<readonly string[]> =>
  (await context.ownUploads(tx, ownerId, attached)) ?? refuse('servicePictureUnknown')
