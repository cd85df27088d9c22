import type {
  AnswerOf,
  inviteeList,
  networkOverview,
  networkSearch,
  networkTree,
  placementPreview,
  Side,
  SideChoice,
} from '@banyan/domain'
import { NAMED_DEPTH } from '@banyan/domain'
import { nextCutoff, type Parameters, type Region, sideOf } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import type { TreeEngine, TreeView } from './engine/engine.ts'
import * as present from './present.ts'
import * as store from './store.ts'
import * as tree from './tree-store.ts'

/** The dependencies of reading the network. */
export interface NetworkContext {
  database: Database
  engine: Pick<TreeEngine, 'view' | 'glance'>
  nicknames(reader: store.Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  /** The members among these whom the last settlement counted as effective. */
  effectiveAmong(reader: store.Reader, memberIds: readonly string[]): Promise<Set<string>>
  /** The numbers of the rule book in force. */
  parameters(reader: store.Reader): Promise<Parameters>
}

/** The caller's place and subtree. */
export async function overviewOf(
  { database, engine, nicknames, parameters }: NetworkContext,
  memberId: string,
): Promise<AnswerOf<typeof networkOverview>> {
  const p = await parameters(database)
  const noticeDays = p.placementDays - p.placementNoticeDays
  const [own, view] = await Promise.all([
    store.placementStatus(database, memberId, noticeDays),
    engine.view(),
  ])
  const known = [own.inviterId, own.parentId].filter(id => id !== null)
  const names = await nicknames(database, known)
  return {
    state: own.state ?? 'placed',
    inviterNickname: own.inviterId === null ? null : (names.get(own.inviterId) ?? ''),
    placed: present.ownPlace(own, names),
    dueAt: own.state === 'placed' ? null : (own.dueAt?.toISOString() ?? null),
    sums: own.idx !== null && view ? present.sums(view, own.idx) : null,
    invited: own.invited,
    waiting: own.waiting,
    pending: own.pending,
    dueSoon: own.dueSoon,
    preference: own.preference,
    nextCutoff: nextCutoff(own.now, p).toISOString(),
    placementDays: p.placementDays,
  }
}

/** A branch of the own subtree. Refuses `notFound` for a path that leads to no node. */
export async function treeOf(
  { database, engine, nicknames }: NetworkContext,
  memberId: string,
  path: string,
): Promise<AnswerOf<typeof networkTree>> {
  const place = await tree.placementOf(database, memberId)
  if (!place) return path === '' ? { nodes: [], ends: null, asOf: null } : refuse('notFound')
  const top = await tree.walk(database, place.idx, path)
  if (top === null) return refuse('notFound')
  const [rows, tails, view] = await Promise.all([
    tree.branch(database, top, NAMED_DEPTH),
    tree.lineTails(database, place),
    engine.view(),
  ])
  const isNamed = (depth: number) => depth <= NAMED_DEPTH
  const depthOf = (tail: tree.LineTail) => tail.depth - place.depth
  const names = await nicknames(database, [
    ...rows.filter(row => isNamed(path.length + row.path.length)).map(row => row.memberId),
    ...[tails.left, tails.right].filter(tail => isNamed(depthOf(tail))).map(tail => tail.memberId),
  ])
  const end = (tail: tree.LineTail) => present.lineEnd(tail, depthOf(tail), names)
  return {
    nodes: rows.map(row => present.node(row, { path, ownIdx: place.idx, names, view })),
    ends: { left: end(tails.left), right: end(tails.right) },
    asOf: view?.at.toISOString() ?? null,
  }
}

/** Named members of the own subtree whose nickname holds a text, nearest first. */
export async function searchOf(
  { database, nicknames }: NetworkContext,
  memberId: string,
  text: string,
): Promise<AnswerOf<typeof networkSearch>> {
  const place = await tree.placementOf(database, memberId)
  if (!place) return { items: [] }
  const rows = await tree.branch(database, place.idx, NAMED_DEPTH)
  const names = await nicknames(
    database,
    rows.map(row => row.memberId),
  )
  const plain = (name: string) => name.normalize('NFKC').toLowerCase()
  const items = rows.flatMap(row => {
    const nickname = names.get(row.memberId) ?? ''
    return plain(nickname).includes(plain(text)) ? [{ path: row.path, nickname }] : []
  })
  return { items }
}

/** Direct invitees, the newest first. */
export async function inviteesOf(
  context: NetworkContext,
  memberId: string,
  asked: { filter: 'waiting' | 'placed' | undefined; after: number | null; limit: number },
): Promise<{ items: AnswerOf<typeof inviteeList>['items']; next: number | null }> {
  const { database, engine, nicknames, effectiveAmong } = context
  const [rows, view] = await Promise.all([
    store.inviteePage(database, memberId, asked.filter, asked),
    engine.view(),
  ])
  const requests = await requestsOf(database, memberId, view)
  const shown = rows.slice(0, asked.limit)
  const memberIds = shown.map(row => row.memberId)
  const known = {
    view,
    names: await nicknames(database, memberIds),
    effective: await effectiveAmong(database, memberIds),
  }
  return {
    items: shown.map(row =>
      present.invitee(row, { ...known, side: requests.sides.get(row.memberId) ?? null }),
    ),
    next: rows.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
  }
}

/** One invitee after a change. */
export async function inviteeOf(
  context: NetworkContext,
  reader: store.Reader,
  row: store.InviteeRow,
): Promise<AnswerOf<typeof inviteeList>['items'][number]> {
  const names = await context.nicknames(reader, [row.memberId])
  const effective = await context.effectiveAmong(reader, [row.memberId])
  const { sides } = await requestsOf(reader, row.inviterId, context.engine.glance())
  const unplaced = { idx: null, side: null, finalAt: null }
  const side = sides.get(row.memberId) ?? null
  return present.invitee({ ...row, ...unplaced }, { names, effective, view: null, side })
}

/**
 * The place that an invitee would get if the settlement came now. Refuses `notFound`,
 * `placementFinal`.
 */
export async function previewOf(
  context: NetworkContext,
  memberId: string,
  asked: { inviteeId: string; choice: SideChoice },
): Promise<AnswerOf<typeof placementPreview>> {
  const { database, engine, nicknames, parameters } = context
  const invitee = await store.ownInvitee(database, asked.inviteeId)
  if (invitee?.inviterId !== memberId) return refuse('notFound')
  if (invitee.state === 'placed') return refuse('placementFinal')
  const view = await engine.view()
  const { place, sides, regions } = await requestsOf(database, memberId, view, asked.inviteeId)
  const side = sideOf(asked.choice, regions)
  const ahead = [...sides.values()].filter(one => one === side).length
  const now = await systemNow(database)
  const tail = place && (await tree.lineTails(database, place))[side]
  const depth = place && tail ? tail.depth - place.depth : 0
  const names =
    tail && depth <= NAMED_DEPTH
      ? await nicknames(database, [tail.memberId])
      : new Map<string, string>()
  return {
    side,
    parent: tail ? present.lineEnd(tail, depth, names) : null,
    ahead,
    placedAt: nextCutoff(now, await parameters(database)).toISOString(),
  }
}

/** Simulates the member's open requests in their order, as step 10 will place them. */
interface PlayedRequests {
  place: tree.PlacementRow | undefined
  /** The side that each request would get now. */
  sides: Map<string, Side>
  /** Both regions with the requests in them. */
  regions: { left: Region; right: Region }
}

async function requestsOf(
  reader: store.Reader,
  memberId: string,
  view: TreeView | null,
  except?: string,
): Promise<PlayedRequests> {
  const place = await tree.placementOf(reader, memberId)
  const rows = await store.openRequests(reader, memberId)
  const regions = { left: regionOf(view, place, 'left'), right: regionOf(view, place, 'right') }
  const sides = new Map<string, Side>()
  for (const row of rows) {
    if (row.memberId === except) continue
    const side = sideOf(row.choice ?? 'smaller', regions)
    sides.set(row.memberId, side)
    regions[side] = { ...regions[side], members: regions[side].members + 1 }
  }
  return { place, sides, regions }
}

const regionOf = (
  view: TreeView | null,
  place: tree.PlacementRow | undefined,
  side: Side,
): Region => (view && place ? view.region(place.idx, side) : { total: 0n, members: 0 })
