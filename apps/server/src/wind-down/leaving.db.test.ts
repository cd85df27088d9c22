import {
  activate,
  createWithdrawal,
  depositAddress,
  formatAmount,
  parseAmount,
  placeSubscription,
  proposeReceipt,
  proposeWindDown,
  type ReceiptKind,
  receiptList,
  windDowns,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { endGuard } from '@banyan/tools/guard'
import { until } from '@banyan/tools/until'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checks } from '../invariants.ts'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { approveOpened } from '../testing/approving.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import { decidingOver } from '../withdrawals/deciding.fixture.ts'
import { releaseWorkers, serveAndKill, startServer, stopAtStatements } from './killed.fixture.ts'
import { openOverChain } from './leaving.fixture.ts'

/*
 * From the first recharge on a chain to the last payout: the platform is founded, used and wound
 * down, its server is killed while it pays, and all members but one withdraw everything. Then the
 * chain holds what is unclaimed.
 */
/** Token units of a micro-USDT. */
const TOKEN = 10n ** 12n
/** Typed amounts have two decimals. */
const CENT = 10_000n
const ledger = openLedger()
let at: Awaited<ReturnType<typeof openOverChain>>
let as: (name: string) => { token: string }
let members: TestMember[]
let recharged: string[]
beforeAll(async () => {
  at = await openOverChain()
  as = await signInOperators(at.system)
})
afterAll(async () => {
  await at.close()
  await endGuard()
})

const approve = (id: string, name: string) =>
  approveOpened(at.system, {
    as: as(name),
    params: { id },
    body: { reason: 'Both have read it.' },
  })
/** Money that came to an address of the platform; two people classify it. */
async function receive(kind: ReceiptKind, to: string, usdt: string): Promise<void> {
  await at.chain.send(to, usdt)
  await at.settled()
  const { items } = await at.system.must(receiptList, { query: { booked: 'no' } })
  const receiptId = items[0]?.id ?? ''
  const body = { receiptId, kind, payer: 'The operator', evidence: 'Its statement.' }
  const { id } = await at.system.must(proposeReceipt, { as: as('treasurer-1'), body })
  await approve(id, 'treasurer-2')
}
async function recharge(member: TestMember, usdt: string): Promise<string> {
  const { address } = await at.system.must(depositAddress, { as: member })
  await at.chain.send(address, usdt)
  return address
}
const paying = { paymentPassword: PAYMENT_PASSWORD }
const subscribe = (member: TestMember, amount: string) =>
  at.system.must(placeSubscription, { as: member, body: { amount, ...paying } })
const settleOn = async (day: number): Promise<void> => {
  await at.moveClockTo(day)
  await at.system.job('settlement')
}
const live = async () => (await at.system.must(windDowns)).items[0]
const usdtOf = async ({ memberId }: TestMember): Promise<bigint> =>
  (await ledger.balance(at.system.db.database, memberAccount(memberId, 'USDT'))).posted
const kept = async (): Promise<bigint> =>
  (await ledger.balance(at.system.db.database, houseAccount('USDT', 'OPS'))).posted
const custody = async (): Promise<bigint> => {
  const held = await Promise.all([...at.custodyAt, ...recharged].map(at.heldAt))
  return held.reduce((sum, one) => sum + one)
}
async function reconcile(): Promise<void> {
  for (const { name, check } of checks)
    expect([name, await check(at.system.db.database)]).toEqual([name, []])
}

it('ends with books of nothing but what is unclaimed, and a chain that holds just that', {
  timeout: 900_000,
}, async () => {
  const { system, chain, signer } = at
  // Founded and used: everything comes in on the chain, and is collected.
  await receive('founding', chain.addresses.founding, formatAmount(parametersV1.genesisUsdt))
  const names = ['Sorrel', 'Bramble', 'Yarrow', 'Clover']
  members = await Promise.all(names.map(name => system.join(name)))
  const [ann, ben, , dot] = members as [TestMember, TestMember, TestMember, TestMember]
  recharged = []
  for (const member of members) recharged.push(await recharge(member, '900'))
  await at.settled()
  expect(await Promise.all(members.map(usdtOf))).toEqual(members.map(() => parseAmount('900')))
  await at.collectAll(recharged)
  expect(await at.heldAt(signer.address)).toBe(parseAmount('2000') * TOKEN)
  await subscribe(ann, '500')
  await subscribe(ben, '300')
  await receive('income', chain.addresses.income, '60')
  await settleOn(1)
  await system.must(activate, { as: ann, body: { quantity: '200', ...paying } })
  await settleOn(2)
  await reconcile()

  // Two people announce the end. The notice is cut short: a day costs a settlement.
  const notice = { zh: '成交过少，平台清盘。', en: 'Hardly anybody trades: the platform ends.' }
  const { id } = await system.must(proposeWindDown, {
    as: as('treasurer-1'),
    body: { notice, costs: '1', evidence: 'Two servers.' },
  })
  await approve(id, 'treasurer-2')
  await system.db.owner.query(
    `update wind_down set due_at = $1, held_from = announced_at - interval '1 day'`,
    [at.behind(3)],
  )
  await settleOn(3)
  await system.job('wind-down')
  expect(await live()).toMatchObject({ state: 'closing' })
  await settleOn(4)

  // The server pays, is killed in the middle of it, and the next one continues by itself to the
  // end.
  await stopAtStatements(system)
  await serveAndKill(system, 12, at.env)
  expect(await live()).toMatchObject({ state: 'paying' })
  await releaseWorkers(system)
  const server = startServer(system, at.env)
  try {
    await until('the platform is closed', async () => (await live())?.state === 'closed', {
      ms: 300_000,
    })
  } finally {
    server.kill('SIGKILL')
  }
  await reconcile()
  const held = await Promise.all(members.map(usdtOf))
  const owed = held.reduce((sum, one) => sum + one, await kept())
  expect(await custody()).toBe(owed * TOKEN)

  // Those who hold the keys of the other addresses send their balances to the hot wallet.
  for (const from of ['founding', 'income', 'cold'] as const) {
    const units = await at.heldAt(chain.addresses[from])
    if (units > 0n) await chain.sendOf(from, signer.address, units / TOKEN)
  }
  await at.settled()

  // All members but one withdraw everything, down to a cent.
  const { approveBoth } = decidingOver(system)
  const asked: { id: string; address: string; arrives: bigint }[] = []
  for (const [i, member] of members.entries()) {
    if (member === dot) continue
    const amount = (held[i] ?? 0n) - ((held[i] ?? 0n) % CENT)
    const address = privateKeyToAddress(generatePrivateKey())
    const body = { amount: formatAmount(amount), address, remarks: null, ...paying }
    const withdrawal = await system.must(createWithdrawal, { as: member, body })
    asked.push({ id: withdrawal.id, address, arrives: amount - parseAmount(withdrawal.fee) })
  }
  await system.job('withdrawals.pay')
  const isOpen = async (): Promise<boolean> =>
    (await system.db.owner.query(`select from withdrawal where state <> 'paid'`)).rowCount !== 0
  // The daily limit of the hot wallet makes it slow, and never impossible.
  for (let day = 6; await isOpen(); day++) {
    expect(day).toBeLessThan(6 + 2 * asked.length)
    await at.moveClockTo(day)
    await system.job('solvency')
    if (day === 6)
      for (const one of asked)
        await approveBoth(at.approvers, one.id, { reason: 'Everything they have.' })
    await system.job('withdrawals.pay')
    await system.job('withdrawals.pay')
    const { rows } = await system.db.owner.query<{ id: string }>(
      `select 'wdr_' || replace(id::text, '-', '') as id from withdrawal where state = 'signed'`,
    )
    for (const one of rows) await signer.reaches(one.id, 'final', 200_000)
    await at.settled()
    await system.job('withdrawals.follow')
  }
  expect(new Set(await at.paidOnChain())).toEqual(new Set(asked.map(one => one.id)))
  expect(await Promise.all(asked.map(one => at.heldAt(one.address)))).toEqual(
    asked.map(one => one.arrives * TOKEN),
  )

  // The books hold what one member has not claimed, less than a cent of each other, and what OPS
  // keeps; so does the chain.
  const left = await Promise.all(members.map(usdtOf))
  expect(left.map(one => one < CENT)).toEqual(members.map(member => member !== dot))
  const unclaimed = left.reduce((sum, one) => sum + one)
  expect(await custody()).toBe((unclaimed + (await kept())) * TOKEN)
  const { rows } = await system.db.owner.query<{ kind: string }>(
    `select distinct kind from ledger_account where posted <> 0 order by kind`,
  )
  expect(rows.map(one => one.kind)).toEqual(['EXT', 'OPS', 'available'])
  await reconcile()
})
