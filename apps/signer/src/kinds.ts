import type { Address, Hash } from 'viem'
import type { BookedCollection, BookedPayout, BookedTransaction, HaltReason } from './book.ts'
import { signCollection } from './collection/transaction.ts'
import type { SignerContext } from './context.ts'
import type { CrashPoint } from './crash-points.ts'
import type { JournalRecord } from './records.ts'
import { type SignedTransaction, signPayment } from './transaction.ts'

interface Ended {
  isFinal: boolean
  at: string
  hash: Hash | null
  block: number
}

/** The differences between payouts and collections, while both are followed alike. */
export interface Kind {
  /** The address whose nonce it uses. */
  address: Address
  /** Why the signer halts when someone else has used that nonce. */
  misuse: HaltReason
  /** For the log. */
  named: Record<string, unknown>
  reached(place: 'before-final-write' | 'after-final-write'): void
  /**
   * True when it moves the token, so that the transfers of its address show it as well as its
   * receipt.
   */
  movesToken: boolean
  /**
   * The highest price of gas that its address can pay; omitted where that is reserved before
   * signing.
   */
  mostPrice?(): Promise<bigint>
  /** Signs the same with a higher fee. */
  sign(gasPrice: bigint): Promise<SignedTransaction>
  ended(end: Ended): JournalRecord
  replaced(by: { at: string } & SignedTransaction): JournalRecord
}

const isPayout = (one: BookedTransaction): one is BookedPayout => 'order' in one

/** How one transaction is signed again and recorded. */
export const kindOf = (context: SignerContext, one: BookedTransaction): Kind =>
  isPayout(one) ? payoutKind(context, one) : collectionKind(context, one as BookedCollection)

function payoutKind({ key, config, reached }: SignerContext, { order, nonce }: BookedPayout): Kind {
  const { withdrawalId } = order
  const { unitsPerMicro } = config
  const { gasLimit } = config.fees
  return {
    address: key.address,
    misuse: 'nonceGap',
    named: { withdrawalId },
    reached,
    movesToken: true,
    sign: gasPrice => signPayment({ order, nonce, gasPrice, gasLimit, unitsPerMicro }, key),
    ended: ({ isFinal, at, hash, block }) =>
      isFinal && hash !== null
        ? { kind: 'final', at, withdrawalId, hash, block }
        : { kind: 'returned', at, withdrawalId, hash, block },
    replaced: ({ at, hash, raw, gasPrice }) => ({
      kind: 'replaced',
      at,
      withdrawalId,
      hash,
      raw,
      gasPrice: `${gasPrice}`,
    }),
  }
}

function collectionKind(context: SignerContext, collection: BookedCollection): Kind {
  const { id, purpose, from } = collection
  return {
    address: from,
    misuse: purpose === 'collect' ? 'depositKeyUsed' : 'nonceGap',
    named: { collection: id, purpose },
    movesToken: purpose !== 'gas',
    ...(purpose === 'collect' && {
      mostPrice: async () => (await context.chain.gas(from)) / context.config.fees.gasLimit,
    }),
    reached: place => context.reached(`${purpose}-${place}` satisfies CrashPoint),
    sign: gasPrice => signCollection(context, collection, gasPrice),
    ended: ({ isFinal, at, hash, block }) =>
      isFinal && hash !== null
        ? { kind: 'collectionFinal', at, id, hash, block }
        : { kind: 'collectionFailed', at, id, hash, block },
    replaced: ({ at, hash, raw, gasPrice }) => ({
      kind: 'collectionReplaced',
      at,
      id,
      hash,
      raw,
      gasPrice: `${gasPrice}`,
    }),
  }
}
