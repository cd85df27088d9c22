import type { PayProof, PublishedPay } from '@banyan/domain'

/** The exported content of a proof of static pay: docs/pay-proof.md. */
interface PayFile {
  /** Where the root is published. */
  system: string
  savedAt: string
  /** The login key as the device knows it, hex; null if it was never made here. */
  publicKey: string | null
  /** As published, requested without a token. */
  published: PublishedPay
  proof: PayProof
}

/** Returns the text of a proof for the stand-alone verifier, and for other people. */
export const payFileText = (file: PayFile): string =>
  `${JSON.stringify({ format: 'banyan-pay-proof-1', ...file }, null, 2)}\n`

export const payFileName = ({ period }: PayProof): string => `banyan-pay-proof-${period}.json`
