import type { ChainBeside } from '@banyan/tools/testchain/beside'
import type { Caller } from '../matrix/caller.ts'
import type { Product } from '../product.ts'
import type { Packing } from './payloads.ts'

/** A call with its path, and how long its texts may be: `notice.zh` is a text within `notice`. */
export interface Writing {
  readonly call: string
  readonly path: string
  readonly texts: Readonly<Record<string, number>>
  /** What else is in the body. */
  readonly rest?: object
}

/** What writes hostile texts into a product, and knows what it has written. */
export interface Kit {
  readonly product: Product
  /** The chain that the product runs over. */
  readonly chain: ChainBeside
  /** A second deposit key: the signer has it, and the settings name it. */
  readonly depositKey: string
  readonly packing: Packing
  readonly fields: Set<string>
  /** Sends texts; a field counts once its call was accepted. Returns the answer; undefined for a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
  write(by: Caller, writing: Writing): Promise<any>
}
