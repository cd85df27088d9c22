import { randomUUID } from 'node:crypto'
import { parseAmount, publishOrder, setReceivingAccount } from '@banyan/domain'
import { connectDatabase, connectPool } from '@banyan/server/database/connect'
import { inTransaction } from '@banyan/server/database/transaction'
import { houseAccount, memberAccount, openLedger } from '@banyan/server/ledger'
import pg from 'pg'
import { DemoMember } from '../bootstrap/seed/member.ts'
import { postmasterOf } from './database.ts'

/** The process number of the PostgreSQL at an address. */
export async function postmasterAt(databaseUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    return await postmasterOf(owner)
  } finally {
    await owner.end()
  }
}

/** Members who have logged in and answered the questions on risk. */
export async function joinAll(
  { url, rootInviteCode }: { url: string; rootInviteCode: string },
  name: string,
  many: number,
): Promise<DemoMember[]> {
  const joined: DemoMember[] = []
  for (let n = 0; n < many; n++) {
    const member = await DemoMember.join(url, `${name} ${n}`, rootInviteCode)
    await member.settleIn()
    joined.push(member)
  }
  return joined
}

/** An address of BSC for each, as members have: the amounts of payments to one address are drawn one after the other. */
const addressOf = (n: number): string => `0x${(n + 1).toString(16).padStart(40, '0')}`

/** Coins out of nothing, and an address to be paid at: what is measured is the market. */
export async function giveCoins(
  databaseUrl: string,
  members: readonly DemoMember[],
): Promise<void> {
  const pool = connectPool(databaseUrl, { max: 2 })
  const database = connectDatabase(pool)
  const ledger = openLedger()
  for (const [n, member] of members.entries()) {
    const { accountId, paymentPassword } = member.account
    await member.ask(setReceivingAccount, {
      body: { bsc: addressOf(n), tron: null, contact: '@seller', paymentPassword },
    })
    const { id } = await database
      .selectFrom('member')
      .select('id')
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    await inTransaction(database, tx =>
      ledger.post(tx, [
        {
          from: houseAccount('LEAF', 'ISSUE'),
          to: memberAccount(id, 'LEAF'),
          amount: parseAmount('5000'),
          kind: 'subscription_issue',
          reference: randomUUID(),
        },
      ]),
    )
  }
  await pool.end()
}

/** A sell order that can be taken in parts of a hundredth of a coin. */
export function publish(seller: DemoMember, quantity: string, price = '1') {
  return seller.act(publishOrder, {
    body: {
      quantity,
      price,
      minQuantity: '0.01',
      maxQuantity: quantity,
      concessionBps: 0,
      networks: ['BSC'],
    },
  })
}
