import { rmSync } from 'node:fs'
import type { TransferLog } from './chain.ts'
import { readChain } from './chain-reading.ts'
import { filesOf, orderFields } from './config.ts'
import type { ChainReading, SignerContext } from './context.ts'
import type { RecordOf } from './records.ts'
import { sumOf, transfersBetween } from './settle.ts'
import { readPayoutData, readTransfer } from './transaction.ts'

/** The findings that a person reads before deciding. */
export interface Findings {
  /** Why the signer had halted; null when it works. */
  halted: { reason: string; detail: string } | null
  /** Payouts of this key on the chain that the journal had lost. */
  recovered: {
    withdrawalId: string
    nonce: number
    hash: string
    amount: string
    address: string
  }[]
  /**
   * Transfers to the cold address that a restored journal had lost: they left custody without a
   * record.
   */
  excess: { nonce: number; hash: string; units: string }[]
  /** What neither the journal nor a payout explains, a sentence each. */
  unexplained: string[]
  resumed: boolean
}

/**
 * Compares everything the key has done on the chain with the journal, restores what the journal had
 * lost, and lets the signer work again when nothing is left open, or when a person accepts the
 * rest.
 * @param accept the person's words for what stays unexplained.
 */
export function reconcile(context: SignerContext, accept: string | null): Promise<Findings> {
  return context.inTurn(async () => {
    const reading = await readChain(context, undefined)
    const { halted } = context.book
    const reasons = await notYet(context, reading)
    if (reasons.length > 0)
      return { halted, recovered: [], excess: [], unexplained: reasons, resumed: false }
    const { recovered, excess, unexplained } = await compare(context, reading)
    // What a restore lost is found again automatically; after any other halt a person examines it
    // first.
    const isRestore = halted?.reason === 'notReconciled'
    const isOpen = unexplained.length > 0 || (recovered.length > 0 && !isRestore)
    if (halted === null || (isOpen && accept === null))
      return { halted, recovered: recovered.map(view), excess, unexplained, resumed: false }
    for (const record of recovered) await context.write(record)
    await resume(context, reading, accept ?? 'everything on the chain is explained')
    return { halted, recovered: recovered.map(view), excess, unexplained, resumed: true }
  })
}

/** What has to change before anything can be compared. */
async function notYet({ chain, book }: SignerContext, reading: ChainReading): Promise<string[]> {
  if (!reading.isRightChain) return ['a node is of another chain than config.json says']
  const sent = Math.max(await chain.pendingNonce(), reading.nonces.latest)
  const isUnderWay = sent > book.nextNonce && sent > reading.nonces.final
  return isUnderWay
    ? [`transactions up to nonce ${sent - 1} are not final yet: run this again when they are`]
    : []
}

/** The transfers since the last count, one by one, then the nonces, then the balance. */
async function compare(context: SignerContext, reading: ChainReading) {
  const { book } = context
  const transfers = await transfersBetween(context, book.counted.block + 1, reading.final.number)
  const recovered: RecordOf<'found'>[] = []
  const excess: Findings['excess'] = []
  const unexplained: string[] = []
  for (const transfer of transfers) {
    if (!transfer.out || book.byHash.has(transfer.hash)) continue
    const record = await lostPayout(context, transfer, reading)
    const toCold = record ? null : await lostExcess(context, transfer)
    if (record) recovered.push(record)
    else if (toCold) excess.push(toCold)
    else
      unexplained.push(
        `transaction ${transfer.hash} of block ${transfer.block} took ${transfer.units} token units and is no payout of the signer`,
      )
  }
  unexplained.push(...missingNonces(context, reading, [...recovered, ...excess]))
  // Nothing of the hot wallet explains the use of another key.
  if (book.halted?.reason === 'depositKeyUsed') unexplained.push(book.halted.detail)
  const expected = sumOf(book.counted.units, transfers)
  if (expected !== reading.units)
    unexplained.push(
      `the hot wallet holds ${reading.units} token units at block ${reading.final.number}, and its transfers explain ${expected}`,
    )
  return { recovered, excess, unexplained }
}

/** A payout carries the id of its withdrawal, so the chain shows what a lost journal knew. */
async function lostPayout(
  { chain, config, key }: SignerContext,
  { hash, block }: TransferLog,
  reading: ChainReading,
): Promise<RecordOf<'found'> | null> {
  const transaction = await chain.transaction(hash)
  if (transaction === null || transaction.from.toLowerCase() !== key.address.toLowerCase())
    return null
  if (transaction.to?.toLowerCase() !== config.token.toLowerCase()) return null
  const paid = readPayoutData(transaction.input, config.unitsPerMicro)
  if (paid === null) return null
  const order = { ...orderFields(config), ...paid }
  return {
    kind: 'found',
    at: reading.now().toISOString(),
    order,
    nonce: transaction.nonce,
    hash,
    block,
  }
}

/**
 * After a restore a transfer of the whole excess to the cold address of the configuration was made
 * by the signer itself before: it goes to the platform's own address, so accepting it as explained
 * loses nothing.
 */
async function lostExcess(
  { chain, config, key, book }: SignerContext,
  { hash }: TransferLog,
): Promise<Findings['excess'][number] | null> {
  if (config.collection === null || book.halted?.reason !== 'notReconciled') return null
  const transaction = await chain.transaction(hash)
  if (transaction === null || transaction.from.toLowerCase() !== key.address.toLowerCase())
    return null
  if (transaction.to?.toLowerCase() !== config.token.toLowerCase()) return null
  const sent = readTransfer(transaction.input)
  const isToCold = sent?.to.toLowerCase() === config.collection.cold.toLowerCase()
  return isToCold ? { nonce: transaction.nonce, hash, units: `${sent?.units}` } : null
}

/** Nonces that final blocks have used up and that no payout and no excess explains. */
function missingNonces(
  { book, key }: SignerContext,
  { nonces }: ChainReading,
  recovered: readonly { nonce: number }[],
): string[] {
  const known = new Set(recovered.map(one => one.nonce))
  const missing = [...Array(Math.max(0, nonces.final - book.nextNonce)).keys()]
    .map(place => book.nextNonce + place)
    .filter(nonce => !known.has(nonce))
  const gone =
    nonces.final < book.usedUp
      ? [
          `${book.usedUp} transactions of the key were final and the chain shows ${nonces.final} now`,
        ]
      : []
  const [first] = missing
  return first === undefined
    ? gone
    : [
        ...gone,
        `${missing.length} nonces from ${first} on were used by transactions of ${key.address} that moved no USDT: gas for recharge addresses that the journal does not know, or somebody else with the key. Look each up by its nonce: gas is BNB alone, to a recharge address, and no more than config.json gives in a day. Then reconcile --accept`,
      ]
}

async function resume(context: SignerContext, reading: ChainReading, why: string): Promise<void> {
  await context.write({
    kind: 'resumed',
    at: reading.now().toISOString(),
    why,
    nonce: reading.nonces.final,
    block: reading.final.number,
    units: `${reading.units}`,
  })
  // After the record: a crash between the two requires one more reconciliation and loses nothing.
  rmSync(filesOf(context.config.folder).notReconciled, { force: true })
  context.log.info({ why }, 'reconciled: the signer works again')
}

const view = ({ order, nonce, hash }: RecordOf<'found'>): Findings['recovered'][number] => ({
  withdrawalId: order.withdrawalId,
  nonce,
  hash,
  amount: order.amount,
  address: order.address,
})
