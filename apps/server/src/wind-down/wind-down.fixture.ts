import { randomBytes } from 'node:crypto'
import { parseAmount } from '@banyan/domain'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { HttpSystem } from '../testing/http-system.ts'
import type { TestMember } from '../testing/members.ts'

/** Of recharges: a chain without a watcher here. */
const EARLIER_CHAIN = 1

/** Sessions expire by the clock, which tests move by days. */
export async function staySignedIn({ db }: Pick<HttpSystem, 'db'>): Promise<void> {
  await db.owner.query(`update session set expires_at = 'infinity', used_at = 'infinity'`)
  await db.owner.query(
    `update operator_session set expires_at = '2100-01-01', last_seen_at = '2100-01-01'`,
  )
}

/** A credited recharge, of a chain without a watcher here. */
export async function recharge(
  { db }: Pick<HttpSystem, 'db'>,
  { memberId }: Pick<TestMember, 'memberId'>,
  usdt: string,
): Promise<void> {
  const amount = parseAmount(usdt)
  const hash = `0x${randomBytes(32).toString('hex')}`
  await inTransaction(db.database, async tx => {
    const now = await systemNow(tx)
    await tx
      .insertInto('deposit')
      .values({
        id: newUuid(),
        chainId: EARLIER_CHAIN,
        transactionHash: hash,
        ordinal: 0,
        memberId,
        tokenUnits: amount * 10n ** 12n,
        unitsPerMicro: 10n ** 12n,
        amount,
        state: 'credited',
        blockNumber: 1,
        blockHash: `0x${'ab'.repeat(32)}`,
        seenAt: now,
        creditedAt: now,
      })
      .execute()
    await openLedger().post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(memberId, 'USDT'),
        amount,
        kind: 'recharge',
        reference: `${EARLIER_CHAIN}:${hash}:0`,
      },
    ])
  })
}
