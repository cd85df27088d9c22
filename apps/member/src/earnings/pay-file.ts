import type { PayProof, PublishedPay } from '@banyan/domain'

/** What a proof of static pay says when it is taken elsewhere: docs/pay-proof.md. */
interface PayFile {
  /** Where the root is published. */
  system: string
  savedAt: string
  /** The login key as the device knows it, hex; null where it has never made it. */
  publicKey: string | null
  /** As it is published, asked for without a token. */
  published: PublishedPay
  proof: PayProof
}

/** The text of a proof for the stand-alone script, and for other people. */
export const payFileText = (file: PayFile): string =>
  `${JSON.stringify({ format: 'banyan-pay-proof-1', ...file }, null, 2)}\n`

export const payFileName = ({ period }: PayProof): string => `banyan-pay-proof-${period}.json`
