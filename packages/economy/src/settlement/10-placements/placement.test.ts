import type { Side, SideChoice } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Candidate,
  type Placed,
  type PlacingInviter,
  placeAll,
  type Region,
  sideOf,
} from './placement.ts'

const none: Region = { total: 0n, members: 0 }
const root: PlacingInviter = {
  memberId: 'root',
  idx: 0,
  depth: 0,
  leftChain: 0,
  rightChain: 0,
  leftEnd: { idx: 0, depth: 0 },
  rightEnd: { idx: 0, depth: 0 },
  left: none,
  right: none,
}
const ask = (memberId: string, inviterId: string, choice: SideChoice): Candidate => ({
  memberId,
  inviterId,
  choice,
})
const run = (requests: Candidate[], overdue: Candidate[] = []) =>
  placeAll({ nextIdx: 1, inviters: [root], requests, overdue })
const places = (placed: readonly Placed[]) =>
  placed.map(one => `${one.memberId} ${one.idx}: ${one.side} of ${one.parentIdx}`)

describe('a placement', () => {
  test('goes to the end of the own outer line, after the one before it', () => {
    const placed = run([
      ask('a', 'root', 'left'),
      ask('b', 'root', 'left'),
      ask('c', 'root', 'right'),
    ])
    expect(places(placed)).toEqual(['a 1: left of 0', 'b 2: left of 1', 'c 3: right of 0'])
  })

  test('of an inviter on the same line goes behind the placements of others there', () => {
    const placed = run([
      ask('a', 'root', 'left'),
      ask('b', 'a', 'left'),
      ask('c', 'root', 'left'),
      ask('d', 'a', 'right'),
      ask('e', 'b', 'left'),
    ])
    expect(places(placed)).toEqual([
      'a 1: left of 0',
      'b 2: left of 1',
      'c 3: left of 2',
      'd 4: right of 1',
      'e 5: left of 3',
    ])
  })

  test('waits for its inviter and then keeps its rank', () => {
    const placed = run([
      ask('late', 'a', 'left'),
      ask('x', 'root', 'right'),
      ask('a', 'root', 'right'),
      ask('y', 'root', 'left'),
    ])
    expect(placed.map(one => one.memberId)).toEqual(['x', 'a', 'late', 'y'])
    expect(run([ask('b', 'nobody final', 'left')])).toEqual([])
  })

  test('of an overdue member comes after every request, and those that it unblocks come before the next one', () => {
    const placed = run(
      [ask('early', 'o1', 'right'), ask('r', 'root', 'left')],
      [ask('o1', 'root', 'smaller'), ask('o2', 'root', 'smaller')],
    )
    expect(placed.map(one => one.memberId)).toEqual(['r', 'o1', 'early', 'o2'])
    expect(placed.map(one => one.overdue)).toEqual([false, true, false, true])
  })
})

describe('the automatic side', () => {
  const region = (total: bigint, members: number): Region => ({ total, members })
  test.each([
    [region(1n, 0), region(2n, 0), 'left'],
    [region(2n, 0), region(1n, 9), 'right'],
    [region(5n, 3), region(5n, 2), 'right'],
    [region(5n, 2), region(5n, 3), 'left'],
    [region(5n, 2), region(5n, 2), 'left'],
  ])('for %o and %o is %s', (left, right, side) => {
    expect(sideOf('smaller', { left, right })).toBe(side)
    expect(sideOf('left', { left, right })).toBe('left')
    expect(sideOf('right', { left, right })).toBe('right')
  })

  test('counts those whom the inviter has placed before in the same run', () => {
    const placed = run(['a', 'b', 'c', 'd'].map(name => ask(name, 'root', 'smaller')))
    expect(placed.map(one => one.side)).toEqual(['left', 'right', 'left', 'right'])
  })
})

/** A community's requests over some runs: members request placements on either side, in any order. */
const anyRuns = fc.array(
  fc.array(
    fc.record({
      inviter: fc.nat(),
      choice: fc.constantFrom<SideChoice>('left', 'right', 'smaller'),
      overdue: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
  { minLength: 1, maxLength: 6 },
)

interface Node extends Placed {
  left?: Node
  right?: Node
}

/** The reference tree: children by name, lines by walking. */
class WalkedTree {
  readonly nodes: Node[] = []
  readonly byMember = new Map<string, Node>()

  add(placed: Placed): void {
    const node: Node = { ...placed }
    this.nodes.push(node)
    this.byMember.set(placed.memberId, node)
    const parent = this.nodes[placed.parentIdx]
    if (placed.idx > 0 && parent) parent[placed.side] = node
  }

  /** The end of the line that begins at a node, by walking it. */
  end(from: Node, side: Side): Node {
    let at = from
    for (let next = at[side]; next; next = at[side]) at = next
    return at
  }

  placingInviter(memberId: string): PlacingInviter {
    const node = this.byMember.get(memberId) as Node
    const { idx, depth, leftChain, rightChain } = node
    return {
      memberId,
      idx,
      depth,
      leftChain,
      rightChain,
      left: none,
      right: none,
      leftEnd: this.end(node, 'left'),
      rightEnd: this.end(node, 'right'),
    }
  }
}

const founder: Placed = {
  memberId: 'm0',
  inviterId: '',
  inviterIdx: 0,
  idx: 0,
  depth: 0,
  parentIdx: 0,
  side: 'left',
  leftChain: 0,
  rightChain: 0,
  overdue: false,
}

/** Plays runs over one growing tree and checks each with `claim`. */
function play(
  runs: readonly { inviter: number; choice: SideChoice; overdue: boolean }[][],
  claim: (placed: readonly Placed[], before: WalkedTree, again: readonly Placed[]) => void,
): WalkedTree {
  const tree = new WalkedTree()
  tree.add(founder)
  let pending: (Candidate & { overdue: boolean })[] = []
  let named = 1
  for (const drafts of runs) {
    for (const { inviter, choice, overdue } of drafts) {
      pending.push({ ...ask(`m${named}`, `m${inviter % named}`, choice), overdue })
      named++
    }
    // An overdue member's inviter is final: rule book 2.10 (5).
    const isOverdue = (one: Candidate & { overdue: boolean }) =>
      one.overdue && tree.byMember.has(one.inviterId)
    const inviters = [...tree.byMember.keys()].map(memberId => tree.placingInviter(memberId))
    const facts = {
      nextIdx: tree.nodes.length,
      inviters,
      requests: pending.filter(one => !isOverdue(one)).reverse(),
      overdue: pending.filter(isOverdue),
    }
    const placed = placeAll(facts)
    claim(placed, tree, placeAll(facts))
    for (const one of placed) tree.add(one)
    pending = pending.filter(one => !tree.byMember.has(one.memberId))
  }
  return tree
}

describe('any requests', () => {
  test('put every parent before its child, give no place twice, and leave no gap in the indices', () => {
    fc.assert(
      fc.property(anyRuns, runs => {
        const { nodes } = play(runs, () => {})
        const taken = new Set<string>()
        nodes.slice(1).forEach((node, i) => {
          expect(node.idx).toBe(i + 1)
          expect(node.parentIdx).toBeLessThan(node.idx)
          expect(node.depth).toBe((nodes[node.parentIdx] as Node).depth + 1)
          const place = `${node.parentIdx} ${node.side}`
          expect(taken.has(place)).toBe(false)
          taken.add(place)
        })
      }),
    )
  })

  test('place everybody at the end of an outer line of their own inviter', () => {
    fc.assert(
      fc.property(anyRuns, runs => {
        play(runs, (placed, before) => {
          const tree = new WalkedTree()
          for (const node of before.nodes) tree.add(node)
          for (const node of placed) {
            const inviter = tree.byMember.get(node.inviterId)
            expect(inviter, 'the inviter is final first').toBeDefined()
            // Walking the line leads to the same end as the chain.
            expect(tree.end(inviter as Node, node.side).idx).toBe(node.parentIdx)
            tree.add(node)
          }
        })
      }),
    )
  })

  test('give the same places for the same facts', () => {
    fc.assert(
      fc.property(
        anyRuns,
        runs =>
          void play(runs, (placed, _before, again) => {
            expect(again).toEqual(placed)
          }),
      ),
    )
  })

  test('leave no member waiting whose inviter is final', () => {
    fc.assert(
      fc.property(anyRuns, runs => {
        const tree = play(runs, () => {})
        const asked = runs.flat().length
        const everyone = new Set(tree.byMember.keys())
        for (let i = 1; i <= asked; i++) {
          if (everyone.has(`m${i}`)) continue
          const inviters = runs.flat().map((draft, at) => `m${draft.inviter % (at + 1)}`)
          expect(everyone.has(inviters[i - 1] as string)).toBe(false)
        }
      }),
    )
  })
})

test('never walk a line of 200,000', () => {
  const size = 200_000
  const names = Array.from({ length: size }, (_, i) => `m${i}`)
  const inLine = names.map(name => ask(name, 'root', 'left'))
  const inBush = names.map((name, i) => ask(name, inviterInBush(i), 'smaller'))
  const chain = countingLookUps(() => run(inLine))
  expect(chain.result.at(-1)).toMatchObject({ idx: size, parentIdx: size - 1, depth: size })
  const bush = countingLookUps(() => run(inBush))
  expect(bush.result.at(-1)?.depth).toBe(17)
  // Walking to the end each time would take 20,000 million lookups.
  for (const { lookUps } of [chain, bush]) {
    expect(lookUps).toBeGreaterThan(size)
    expect(lookUps).toBeLessThan(20 * size)
  }
})

/** Counts the lookups in a map while `work` runs. */
function countingLookUps<T>(work: () => T): { result: T; lookUps: number } {
  const { get, has } = Map.prototype
  let lookUps = 0
  Map.prototype.get = function (key) {
    lookUps++
    return get.call(this, key)
  }
  Map.prototype.has = function (key) {
    lookUps++
    return has.call(this, key)
  }
  try {
    return { result: work(), lookUps }
  } finally {
    Object.assign(Map.prototype, { get, has })
  }
}

/** Everybody invites two. */
const inviterInBush = (i: number): string => (i < 2 ? 'root' : `m${(i >> 1) - 1}`)
