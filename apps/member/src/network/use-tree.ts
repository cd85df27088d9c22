import type { AnswerOf, InviteeView, networkOverview, TreeNode } from '@banyan/domain'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { branchQuery, meQuery, waitingQuery } from './queries.ts'
import { type Drawing, drawTree } from './tree-layout.ts'

type Overview = AnswerOf<typeof networkOverview>

export interface KnownTree {
  /** Null while the own branch is loading. */
  drawing: Drawing | null
  nodes: ReadonlyMap<string, TreeNode>
  waiting: readonly InviteeView[]
  asOf: string | null
  error: Error | null
  retry: () => void
}

/** The own branch with the expanded ones, and the own requests after its lines. */
export function useTree(facts: Overview, expanded: readonly string[]): KnownTree {
  const branches = useQueries({ queries: ['', ...expanded].map(branchQuery) })
  const own = branches[0]
  const { data: waiting } = useQuery(waitingQuery)
  const { data: member } = useQuery(meQuery)
  const loaded = branches.map(branch => branch.data)
  // The query results, not the list around them, show whether anything has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see the line above.
  const nodes = useMemo(() => {
    const all = new Map(loaded.flatMap(one => one?.nodes ?? []).map(node => [node.path, node]))
    // Before the settlement that places them a member is alone in the own drawing.
    if (all.size === 0 && loaded[0]) all.set('', lonely(member?.nickname ?? ''))
    return all
  }, [...loaded, member])
  const ends = own?.data?.ends
  const items = waiting?.items
  const isKnown = own?.data !== undefined
  const drawing = useMemo(() => {
    if (!isKnown) return null
    const atOnce = { depth: 0, nickname: null }
    const requests = (items ?? []).filter(one => one.choice !== null).sort(byRequest)
    return drawTree(nodes, {
      ends: ends ?? { left: atOnce, right: atOnce },
      requests,
      free: facts.waiting > requests.length,
    })
  }, [nodes, ends, items, isKnown, facts.waiting])
  return {
    drawing,
    nodes,
    waiting: items ?? [],
    asOf: facts.sums?.asOf ?? null,
    error: own?.error ?? null,
    retry: () => void own?.refetch(),
  }
}

const lonely = (nickname: string): TreeNode => ({
  path: '',
  nickname,
  invited: false,
  placedAt: '',
  left: null,
  right: null,
  hasLeft: false,
  hasRight: false,
})

/** In the order in which the settlement takes them. */
const byRequest = (a: InviteeView, b: InviteeView): number =>
  (a.requestedAt ?? '') < (b.requestedAt ?? '') ? -1 : 1
