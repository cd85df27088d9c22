import type { PublishedRoot, SolvencyProof } from '@banyan/domain'

/** What a proof says when it is taken elsewhere: docs/solvency-proof.md. */
export interface ProofFile {
  format: 'banyan-solvency-proof-1'
  /** Where the public list is. */
  house: string
  savedAt: string
  /** The login key as the device knows it, hex; null where it has never made it. */
  publicKey: string | null
  /** As a stranger was told it. */
  published: PublishedRoot
  proof: SolvencyProof
}

/** The text of a proof for the stand-alone script, and for whoever is shown it. */
export const proofText = (file: Omit<ProofFile, 'format'>): string =>
  `${JSON.stringify({ format: 'banyan-solvency-proof-1', ...file }, null, 2)}\n`

export const proofName = ({ period }: SolvencyProof): string => `banyan-proof-${period}.json`
