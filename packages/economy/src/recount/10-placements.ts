import type { Placed } from '../settlement/10-placements/placement.ts'
import type { InputCandidate, InputInviter, InputRegion, RecountInput } from './input.ts'

type Side = 'left' | 'right'

/** A placed member who may place others. */
interface Inviter {
  readonly idx: number
  readonly depth: number
  readonly chains: Readonly<Record<Side, number>>
  /** The end of the own line at its last walk. */
  readonly ends: Record<Side, Spot>
  readonly regions: Readonly<Record<Side, InputRegion>>
  readonly added: Record<Side, number>
}

interface Spot {
  readonly idx: number
  readonly depth: number
}

const nobody: InputRegion = { total: '0', members: 0 }

/**
 * Recomputes step 10 without stored line ends. Every placement walks down the own line from its
 * last end, over the nodes added in this run. Each list is passed once, and a candidate who waited
 * for an inviter follows as soon as the inviter is placed.
 */
export function recountPlacements(facts: RecountInput['placements']): Placed[] {
  const people = new Map(facts.inviters.map(inviter => [inviter.memberId, inviterOf(inviter)]))
  const below: Record<Side, Map<number, Spot>> = { left: new Map(), right: new Map() }
  const candidates = [...facts.requests, ...facts.overdue]
  const waiting = new Map<string, number[]>()
  const early: number[] = []
  const placed: Placed[] = []

  const place = (rank: number): void => {
    const candidate = candidates[rank] as InputCandidate
    const inviter = people.get(candidate.inviterId) as Inviter
    const side = candidate.choice === 'smaller' ? smaller(inviter) : candidate.choice
    const parent = walkDown(below[side], inviter.ends[side])
    const spot = { idx: facts.nextIdx + placed.length, depth: parent.depth + 1 }
    below[side].set(parent.idx, spot)
    inviter.ends[side] = spot
    inviter.added[side] += 1
    const own = { left: spot.idx, right: spot.idx, [side]: inviter.chains[side] }
    people.set(candidate.memberId, {
      ...spot,
      chains: own,
      ends: { left: spot, right: spot },
      regions: { left: nobody, right: nobody },
      added: { left: 0, right: 0 },
    })
    placed.push({
      memberId: candidate.memberId,
      inviterId: candidate.inviterId,
      inviterIdx: inviter.idx,
      ...spot,
      parentIdx: parent.idx,
      side,
      leftChain: own.left,
      rightChain: own.right,
      overdue: rank >= facts.requests.length,
    })
    const released = waiting.get(candidate.memberId) ?? []
    waiting.delete(candidate.memberId)
    early.push(...released)
    if (released.length > 0) early.sort((a, b) => b - a)
  }

  for (let rank = 0; rank < candidates.length; rank++) {
    const { inviterId } = candidates[rank] as InputCandidate
    if (people.has(inviterId)) place(rank)
    else waiting.set(inviterId, [...(waiting.get(inviterId) ?? []), rank])
    for (let next = early.pop(); next !== undefined; next = early.pop()) place(next)
  }
  return placed
}

const inviterOf = (inviter: InputInviter): Inviter => ({
  idx: inviter.idx,
  depth: inviter.depth,
  chains: { left: inviter.leftChain, right: inviter.rightChain },
  ends: { left: inviter.leftEnd, right: inviter.rightEnd },
  regions: { left: inviter.left, right: inviter.right },
  added: { left: 0, right: 0 },
})

/** Smaller undecayed total; then fewer members, those of this run included; then left. */
function smaller({ regions, added }: Inviter): Side {
  const [left, right] = [BigInt(regions.left.total), BigInt(regions.right.total)]
  if (left < right) return 'left'
  if (right < left) return 'right'
  const [few, many] = [regions.left.members + added.left, regions.right.members + added.right]
  return few <= many ? 'left' : 'right'
}

function walkDown(below: ReadonlyMap<number, Spot>, from: Spot): Spot {
  let end = from
  for (let next = below.get(end.idx); next; next = below.get(next.idx)) end = next
  return end
}
