import {
  type Asset,
  type PublishedRoot,
  type SolvencyProof,
  solvencyProof,
  solvencyRoots,
  statement,
  walletSummary,
} from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { anonymousClient } from '../shell/anonymous-client.ts'
import { api, isRefused, paging } from '../shell/index.ts'
import { loginKeys } from '../shell/login-keys.ts'
import { checkProof, type Report } from './check-proof.ts'
import { rememberCounted, rememberRoots, seenRoots } from './known-roots.ts'
import { meCall } from './me-call.ts'
import { type AssetBooks, EDGE_MS, type OwnBooks, unitsOf } from './own-books.ts'

const notFound = 40400

export const rootsQuery = infiniteQueryOptions({
  queryKey: ['solvency', 'roots'],
  queryFn: ({ signal, pageParam }) =>
    anonymousClient.ask(
      solvencyRoots,
      { query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) } },
      { signal },
    ),
  ...paging,
})

/** The newest root, fetched anonymously; null before the first settlement that publishes one. */
export async function newestRoots(signal?: AbortSignal): Promise<PublishedRoot[]> {
  const { items } = await anonymousClient.ask(
    solvencyRoots,
    { query: { limit: 100 } },
    signal ? { signal } : {},
  )
  return items
}

/**
 * The result of a check. `none`: no root is published yet. `next`: a member who joined after the
 * newest snapshot is in the next one.
 */
export type Outcome =
  | { kind: 'none' }
  | { kind: 'next'; published: PublishedRoot }
  | { kind: 'omitted'; published: PublishedRoot }
  | {
      kind: 'checked'
      published: PublishedRoot
      proof: SolvencyProof
      report: Report
      deviceKey: string | null
    }

/** Checks the newest root for the current member, and stores the result. */
export const checkQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['solvency', 'check', accountId],
    queryFn: ({ signal }) => check(accountId, signal),
    // The result of the start belongs to the root of that time: a member who opens the page wants
    // the current one.
    staleTime: 0,
    // A root follows its settlement after a while, without an event.
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? NEXT_ROOT_MS : false),
  })

/** The polling interval while a root is awaited. */
const NEXT_ROOT_MS = 10_000
const waits = ({ kind }: Outcome): boolean => kind === 'none' || kind === 'next'

async function check(accountId: string, signal: AbortSignal): Promise<Outcome> {
  const roots = await newestRoots(signal)
  const [published, ...before] = roots
  if (!published) return { kind: 'none' }
  const seen = seenRoots()
  const proof = await askProof(published.period, signal)
  if (proof === null) {
    const { createdAt } = await api.ask(meCall, {}, { signal })
    const wasThere = Date.parse(createdAt) < Date.parse(published.takenAt) - EDGE_MS
    return { kind: wasThere ? 'omitted' : 'next', published }
  }
  const deviceKey = loginKeys.of(accountId)
  const books = await readBooks(published.takenAt, signal)
  const report = await checkProof({ roots: [published, ...before], seen, proof, deviceKey, books })
  if (report.counted) {
    rememberRoots(roots)
    rememberCounted(accountId, published.root)
  }
  return { kind: 'checked', published, proof, report, deviceKey }
}

async function askProof(period: string, signal: AbortSignal): Promise<SolvencyProof | null> {
  try {
    return await api.ask(solvencyProof, { query: { period } }, { signal })
  } catch (error) {
    if (isRefused(error) && error.code === notFound) return null
    throw error
  }
}

/** Above this number of movements since a settlement the statement is not compared. */
const MOST_PAGES = 5

/** The current balances of the member's own pages, and the statement since about an instant. */
async function readBooks(instant: string, signal: AbortSignal): Promise<OwnBooks | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await totalsNow(signal)
    const lines = await linesSince(instant, signal)
    if (lines === null) return null
    const after = await totalsNow(signal)
    // Nothing has moved between the two calls: otherwise the statement would be of another instant.
    if (before.USDT !== after.USDT || before.LEAF !== after.LEAF) continue
    const of = (asset: Asset): AssetBooks => ({
      now: after[asset],
      lines: lines.filter(line => line.asset === asset),
    })
    return { USDT: of('USDT'), LEAF: of('LEAF') }
  }
  return null
}

async function totalsNow(signal: AbortSignal): Promise<Record<Asset, bigint>> {
  const { assets } = await api.ask(walletSummary, {}, { signal })
  const of = (asset: Asset): bigint => {
    const one = assets.find(balance => balance.asset === asset)
    if (!one) return 0n
    return [one.available, one.frozen, one.locked, one.escrow]
      .map(unitsOf)
      .reduce((sum, part) => sum + part, 0n)
  }
  return { USDT: of('USDT'), LEAF: of('LEAF') }
}

type Line = AssetBooks['lines'][number] & { asset: Asset }

async function linesSince(instant: string, signal: AbortSignal): Promise<Line[] | null> {
  const from = new Date(Date.parse(instant) - EDGE_MS).toISOString()
  const lines: Line[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { from, limit: 100, ...(cursor ? { cursor } : {}) }
    const answer: {
      items: { at: string; asset: Asset; kind: string; amount: string }[]
      nextCursor: string | null
    } = await api.ask(statement, { query }, { signal })
    for (const { at, asset, kind, amount } of answer.items)
      lines.push({ at, asset, kind, amount: unitsOf(amount) })
    cursor = answer.nextCursor
    if (cursor === null) return lines
  }
  return null
}
