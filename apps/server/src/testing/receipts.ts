import { randomBytes } from 'node:crypto'
import {
  type CustodyUse,
  formatAmount,
  parseAmount,
  type ReceiptKind,
  type ReceiptState,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { Treasury } from '../treasury/index.ts'

const CHAIN = 31_337
/** A published address for each use, of a chain that is not followed here. */
const addressOf: Readonly<Record<CustodyUse, string>> = {
  founding: `0x${'f1'.repeat(20)}`,
  income: `0x${'f2'.repeat(20)}`,
  hot: `0x${'f3'.repeat(20)}`,
  cold: `0x${'f4'.repeat(20)}`,
}

/**
 * Inserts USDT at an address of the platform, final by default, as the watcher writes it. Returns
 * the receipt.
 */
export async function receiveOnChain(
  database: Database,
  usdt: string,
  {
    use = 'income',
    blockAt,
    state = 'final',
  }: { use?: CustodyUse; blockAt?: Date; state?: ReceiptState } = {},
): Promise<string> {
  const id = newUuid()
  const amount = parseAmount(usdt)
  const address = addressOf[use]
  await inTransaction(database, async tx => {
    const now = await systemNow(tx)
    await sql`
      insert into custody_address (chain_id, address, use, published_at)
      values (${CHAIN}, ${address}, ${use}, ${now}) on conflict do nothing`.execute(tx)
    await tx
      .insertInto('custodyReceipt')
      .values({
        id,
        chainId: CHAIN,
        transactionHash: `0x${randomBytes(32).toString('hex')}`,
        ordinal: 0,
        address,
        sender: `0x${'aa'.repeat(20)}`,
        amount,
        tokenUnits: amount * 10n ** 12n,
        unitsPerMicro: 10n ** 12n,
        state,
        blockNumber: 1,
        blockHash: `0x${'bb'.repeat(32)}`,
        blockAt: blockAt ?? now,
        seenAt: now,
        finalAt: state === 'final' ? now : null,
        takenBackAt: state === 'vanished' ? now : null,
      })
      .execute()
  })
  return id
}

/**
 * Inserts USDT that left an address of the platform, final and for outside by default, as the
 * watcher writes it. Returns the transfer. `dust`: so many token units more, below one micro-USDT.
 */
export async function payOnChain(
  database: Database,
  usdt: string,
  {
    use = 'income',
    state = 'final',
    leadsTo = 'outside',
    dust = 0n,
  }: { use?: CustodyUse; state?: ReceiptState; leadsTo?: string; dust?: bigint } = {},
): Promise<string> {
  const id = newUuid()
  const address = addressOf[use]
  await inTransaction(database, async tx => {
    const now = await systemNow(tx)
    await sql`
      insert into custody_address (chain_id, address, use, published_at)
      values (${CHAIN}, ${address}, ${use}, ${now}) on conflict do nothing`.execute(tx)
    await tx
      .insertInto('custodyTransfer')
      .values({
        id,
        chainId: CHAIN,
        transactionHash: `0x${randomBytes(32).toString('hex')}`,
        ordinal: 0,
        address,
        derivationIndex: null,
        recipient: `0x${'ab'.repeat(20)}`,
        leadsTo,
        tokenUnits: parseAmount(usdt) * 10n ** 12n + dust,
        unitsPerMicro: 10n ** 12n,
        state,
        blockNumber: 1,
        blockHash: `0x${'bb'.repeat(32)}`,
        blockAt: now,
        seenAt: now,
        finalAt: state === 'final' ? now : null,
        takenBackAt: state === 'vanished' ? now : null,
        explainedAt: null,
      })
      .execute()
  })
  return id
}

/** Two people classify a receipt, and it is booked. */
export async function bookAs(
  database: Database,
  treasury: Pick<Treasury, 'classifyReceipt' | 'approveReceipt'>,
  receiptId: string,
  kind: ReceiptKind,
): Promise<void> {
  await inTransaction(database, async tx => {
    const classification = { kind, payer: 'A payer', evidence: 'An invoice', operatorId: newUuid() }
    const id = await treasury.classifyReceipt(tx, { receiptId, ...classification })
    await treasury.approveReceipt(tx, { id, operatorId: newUuid() })
  })
}

/** The founding money comes in and is booked: reserve and coin begin. */
export async function bookFoundingMoney(
  database: Database,
  treasury: Pick<Treasury, 'classifyReceipt' | 'approveReceipt'>,
): Promise<void> {
  const usdt = formatAmount(parametersV1.genesisUsdt)
  await bookAs(
    database,
    treasury,
    await receiveOnChain(database, usdt, { use: 'founding' }),
    'founding',
  )
}
