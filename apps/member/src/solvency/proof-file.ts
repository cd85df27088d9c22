import type { PublishedRoot, SolvencyProof } from '@banyan/domain'

/** The exported content of a proof: docs/solvency-proof.md. */
export interface ProofFile {
  format: 'banyan-solvency-proof-1'
  /** Where the public list is. */
  house: string
  savedAt: string
  /** The login key as the device knows it, hex; null if it was never made here. */
  publicKey: string | null
  /** As fetched anonymously. */
  published: PublishedRoot
  proof: SolvencyProof
}

/** Returns the text of a proof for the stand-alone verifier, and for other people. */
export const proofText = (file: Omit<ProofFile, 'format'>): string =>
  `${JSON.stringify({ format: 'banyan-solvency-proof-1', ...file }, null, 2)}\n`

export const proofName = ({ period }: SolvencyProof): string => `banyan-proof-${period}.json`
