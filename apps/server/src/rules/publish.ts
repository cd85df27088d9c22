import { createHash } from 'node:crypto'
import {
  earliestEffect,
  NO_VERSION_BEFORE,
  objectionsTo,
  type Parameters,
  parametersV1,
  readVersionText,
  versionText,
} from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import * as store from './store.ts'

/** A version that two people want, and why. */
export interface Proposal {
  /** Its number is given to it; its effective instant is its own. */
  parameters: Omit<Parameters, 'version'>
  difference: { zh: string; en: string }
  proposedBy: string
  approvedBy: string
}

/** The first version comes with the house. */
export async function foundBook(tx: Tx): Promise<void> {
  const document = versionText({
    parameters: parametersV1,
    difference: { zh: '规则书第一版。', en: 'The first version of the rule book.' },
    previousHash: NO_VERSION_BEFORE,
  })
  await store.insertVersion(tx, {
    number: 1,
    effectiveAt: new Date(parametersV1.effectiveAt),
    publishedAt: await houseNow(tx),
    document,
    hash: hashOf(document),
  })
}

/**
 * Publishes a version; it takes effect at its own instant. Answers its number.
 * @throws Error when one person alone wants it, when it breaks what every version must keep
 * (rule book 2.7), when it would hold sooner than 2.15 allows, or before a version already announced.
 */
export async function publishVersion(tx: Tx, proposal: Proposal): Promise<number> {
  await store.lockPublishing(tx)
  const [newest] = await store.allVersions(tx)
  if (!newest) throw new Error('the house has no rule book: it is not founded')
  const before = readVersionText(newest.document).parameters
  const parameters: Parameters = { ...proposal.parameters, version: newest.number + 1 }
  const publishedAt = await houseNow(tx)
  const effectiveAt = new Date(parameters.effectiveAt)
  check(proposal, parameters, before)
  const earliest = earliestEffect(publishedAt, before, parameters)
  if (effectiveAt < earliest || effectiveAt <= newest.effectiveAt) {
    throw new Error(
      `version ${parameters.version} may hold from ${earliest.toISOString()}, not sooner`,
    )
  }
  const document = versionText({
    parameters,
    difference: proposal.difference,
    previousHash: newest.hash.toString('hex'),
  })
  const { proposedBy, approvedBy } = proposal
  const row = {
    number: parameters.version,
    effectiveAt,
    publishedAt,
    document,
    proposedBy,
    approvedBy,
  }
  await store.insertVersion(tx, { ...row, hash: hashOf(document) })
  await announce(tx, [{ memberId: null, topic: 'rules', subject: null }])
  return parameters.version
}

function check(
  { proposedBy, approvedBy }: Proposal,
  parameters: Parameters,
  before: Parameters,
): void {
  if (proposedBy === approvedBy) throw new Error('a version of the rules needs two people')
  const objections = objectionsTo(parameters, before)
  if (objections.length === 0) return
  const told = objections.map(({ rule, names }) => `${rule} (${names.join(', ')})`).join('; ')
  throw new Error(`version ${parameters.version} breaks what every version keeps: ${told}`)
}

const hashOf = (document: string): Buffer => createHash('sha256').update(document).digest()
