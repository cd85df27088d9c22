import { randomBytes } from 'node:crypto'
import { createWithdrawal, formatAmount, parseAmount } from '@banyan/domain'
import { openBench } from '@banyan/signer/fixture'
import { until } from '@banyan/tools/until'
import { erc20Abi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type HttpHouse, type KeptHouse, openHttpHouse } from '../testing/http-house.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { type Approver, decidingOver } from '../withdrawals/deciding.fixture.ts'

/** A day and an hour: an address that was new before it has cooled. */
const DAY_MS = 25 * 3_600_000
/** Longer than a busy machine takes to read some blocks. */
const PATIENCE_MS = 200_000
/** Blocks until a payout is final. */
const FINAL = 20

/** Where the money came in before the platform was moved to the chain that it is paid on. */
const EARLIER_CHAIN = 1

/** Everything that a member owns, as they take it out; null who leaves it where it is. */
export interface Leaving {
  member: TestMember
  /** Micro-USDT. */
  amount: bigint
}

/**
 * A copy of a platform over a real chain with the real signer: the hot wallet holds what the books say came in, and
 * two people approve each withdrawal, which the signer pays.
 */
export async function openLeaving(
  kept: KeptHouse,
  held: bigint,
  { reviewer, treasurer }: { reviewer: Approver; treasurer: Approver },
) {
  const bench = await openBench()
  const { chain } = bench
  const signer = await bench.signer({ usdt: held })
  const house = await openHttpHouse({
    copyOf: kept,
    env: {
      CHAIN_RPC_URLS: chain.rpcUrl,
      TEST_CHAIN_WALLET_URL: chain.walletUrl,
      CHAIN_ID: `${chain.chainId}`,
      USDT_CONTRACT: chain.usdt,
      DEPOSIT_XPUB: chain.depositXpub,
      TREASURY_FOUNDING_ADDRESS: chain.addresses.founding,
      TREASURY_INCOME_ADDRESS: chain.addresses.income,
      HOT_WALLET_ADDRESS: signer.address,
      COLD_WALLET_ADDRESS: chain.addresses.cold,
      SIGNER_SOCKET: `${signer.folder}/signer.sock`,
      SIGNER_TOKEN_FILE: `${signer.folder}/token`,
    },
  })
  signer.configure({
    approvers: [
      { name: reviewer.name, role: 'reviewer', publicKey: reviewer.publicKey },
      { name: treasurer.name, role: 'treasurer', publicKey: treasurer.publicKey },
    ],
  })
  await signer.start()
  const custodyOf = (address: string) =>
    bench.client.readContract({
      ...{ address: chain.usdt, abi: erc20Abi, functionName: 'balanceOf' },
      args: [address as `0x${string}`],
    })

  const isAnyIn = async (states: string): Promise<boolean> => {
    const { rowCount } = await house.db.owner.query(`select from withdrawal where ${states}`)
    return rowCount !== 0
  }
  const pause = async (): Promise<unknown> =>
    (await house.db.owner.query('select pause from payout_status')).rows[0]?.pause
  /** The watcher reads the chain to its head. */
  const watch = async (): Promise<void> => {
    const head = Number(await bench.client.getBlockNumber())
    await until(
      'the watcher is at the head',
      async () => {
        await house.sweep('deposits.watch')
        const { rows } = await house.db.owner.query(
          'select max(number)::int as tip from chain_block',
        )
        return (rows[0]?.tip ?? -1) >= head
      },
      { ms: PATIENCE_MS },
    )
  }

  /** Asks for everything, has it approved, and pays it; answers what arrived at each address, in token units. */
  const payEverybody = async (leaving: readonly Leaving[]): Promise<bigint[]> => {
    const { approveBoth } = decidingOver(house)
    const asked = []
    for (const { member, amount } of leaving) {
      const address = privateKeyToAddress(generatePrivateKey())
      const body = { amount: formatAmount(amount), address, remarks: null }
      const { id } = await house.must(createWithdrawal, {
        ...{ as: member, body: { ...body, paymentPassword: PAYMENT_PASSWORD } },
      })
      asked.push({ id, address })
    }
    // The signer is told of the addresses, which cool from then on.
    await house.sweep('withdrawals.pay')
    // Days pass: the parts of the hot wallet that may leave in one make it slow, and never impossible.
    for (let day = 1; await isAnyIn("state in ('requested', 'reviewed', 'released')"); day++) {
      if (day > asked.length + 1) throw new Error(`nobody was paid on day ${day}: ${await pause()}`)
      await house.setClock(new Date(Date.now() + day * DAY_MS))
      await staySignedIn(house)
      await watch()
      await house.sweep('solvency')
      if (day === 1)
        for (const { id } of asked)
          await approveBoth({ reviewer, treasurer }, id, { reason: 'Everything they have.' })
      await house.sweep('withdrawals.pay')
    }
    for (const { id } of asked) await signer.reaches(id, 'final', PATIENCE_MS)
    await chain.mine(FINAL)
    await until(
      'every payout is booked',
      async () => {
        await house.sweep('deposits.watch')
        await house.sweep('withdrawals.follow')
        return !(await isAnyIn("state <> 'paid'"))
      },
      { ms: PATIENCE_MS },
    )
    const paid = await bench.paidOnChain(signer.address)
    if (
      paid.toSorted().join() !==
      asked
        .map(one => one.id)
        .toSorted()
        .join()
    )
      throw new Error(`the chain shows other payouts than were asked for: ${paid}`)
    return Promise.all(asked.map(({ address }) => custodyOf(address)))
  }

  return {
    ...{ house, payEverybody },
    /** What the chain shows at the platform's addresses, in token units. */
    custody: async (): Promise<bigint> => {
      const { founding, income, cold } = chain.addresses
      const all = await Promise.all([signer.address, founding, income, cold].map(custodyOf))
      return all.reduce((sum, one) => sum + one, 0n)
    },
    close: async () => {
      await house.close()
      await bench.close()
    },
  }
}

/** Sessions end by the clock, which tests move by days. */
export async function staySignedIn({ db }: Pick<HttpHouse, 'db'>): Promise<void> {
  await db.owner.query(`update session set expires_at = 'infinity', used_at = 'infinity'`)
  await db.owner.query(
    `update operator_session set expires_at = 'infinity', last_seen_at = 'infinity'`,
  )
}

/** A recharge that was credited, of a chain that nobody follows here. */
export async function recharge(
  { db }: Pick<HttpHouse, 'db'>,
  { memberId }: Pick<TestMember, 'memberId'>,
  usdt: string,
): Promise<void> {
  const amount = parseAmount(usdt)
  const hash = `0x${randomBytes(32).toString('hex')}`
  await inTransaction(db.database, async tx => {
    const now = await houseNow(tx)
    await tx
      .insertInto('deposit')
      .values({
        ...{ id: newUuid(), chainId: EARLIER_CHAIN, transactionHash: hash, ordinal: 0, memberId },
        ...{ tokenUnits: amount * 10n ** 12n, unitsPerMicro: 10n ** 12n, amount },
        ...{ state: 'credited', blockNumber: 1, blockHash: `0x${'ab'.repeat(32)}` },
        ...{ seenAt: now, creditedAt: now },
      })
      .execute()
    await openLedger().post(tx, [
      {
        ...{ from: houseAccount('USDT', 'EXT'), to: memberAccount(memberId, 'USDT'), amount },
        ...{ kind: 'recharge', reference: `${EARLIER_CHAIN}:${hash}:0` },
      },
    ])
  })
}
