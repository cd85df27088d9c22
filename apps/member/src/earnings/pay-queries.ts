import {
  type AnswerOf,
  type PayLeaf,
  type PayProof,
  type PublishedPay,
  type passport,
  payProof,
  payRootOf,
} from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { anonymousClient } from '../shell/anonymous-client.ts'
import { api, isRefused } from '../shell/index.ts'
import { readFacts, rememberFirst } from '../shell/kept-facts.ts'
import { loginKeys } from '../shell/login-keys.ts'
import { checkPay, type PayReport } from './check-pay.ts'

const notFound = 40400

/** Roots of static pay by settlement, as this device first got them. */
const rootsName = 'banyan.payRoots'

/** The result of a check. `none`: the settlement is older than roots of static pay. */
export type PayOutcome =
  | { kind: 'none' }
  | { kind: 'omitted'; published: PublishedPay }
  | {
      kind: 'checked'
      published: PublishedPay
      proof: PayProof
      report: PayReport
      deviceKey: string | null
    }

/** Checks the own pay of a settlement, and stores its root. */
export const payCheckQuery = (accountId: string, facts: AnswerOf<typeof passport>) =>
  queryOptions({
    queryKey: ['earnings', 'pay-check', accountId, facts.id],
    queryFn: ({ signal }) => check(accountId, facts, signal),
    // The check runs only when the page is opened.
    staleTime: 0,
  })

async function check(
  accountId: string,
  facts: AnswerOf<typeof passport>,
  signal: AbortSignal,
): Promise<PayOutcome> {
  const { period } = facts
  const published = await ifThere(anonymousClient.ask(payRootOf, { query: { period } }, { signal }))
  if (published === null) return { kind: 'none' }
  const proof = await ifThere(askProof(period, signal))
  if (proof === null) return { kind: 'omitted', published }
  const deviceKey = loginKeys.of(accountId)
  const known = readFacts(rootsName)[period] ?? null
  const report = checkPay({ published, known, proof, deviceKey, facts })
  if (report.failure === null) rememberFirst(rootsName, { [period]: published.root })
  return { kind: 'checked', published, proof, report, deviceKey }
}

/** All own positions, page by page. */
async function askProof(period: string, signal: AbortSignal): Promise<PayProof> {
  const leaves: PayLeaf[] = []
  let cursor: string | null = null
  for (;;) {
    const query: { period: string; limit: number; cursor?: string } = {
      period,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    }
    const { items, nextCursor, ...about }: AnswerOf<typeof payProof> = await api.ask(
      payProof,
      { query },
      { signal },
    )
    leaves.push(...items)
    if (nextCursor === null) return { ...about, leaves }
    cursor = nextCursor
  }
}

async function ifThere<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (isRefused(error) && error.code === notFound) return null
    throw error
  }
}
