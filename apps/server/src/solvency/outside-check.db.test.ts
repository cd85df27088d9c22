import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { solvencyProof } from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startLyingNode } from '../testing/chain.ts'
import { type Falsify, type ForOutsiders, openForOutsiders } from './outside-check.fixture.ts'

let product: ForOutsiders
/** The state file of an honest run. */
let seen: string
beforeAll(async () => {
  product = await openForOutsiders()
  seen = product.newState()
})
afterEach(() => product.answerTruly())
afterAll(async () => {
  await product.close()
  await endGuard()
})

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const OTHER = 'ab'.repeat(32)
/** A copy of the state after the honest run, in its own file. */
const stateAfter = async (): Promise<string> => {
  const state = product.newState()
  writeFileSync(state, await readFile(seen))
  return state
}

test('an honest server passes the first run, and a run after it has gone on', async () => {
  const first = await product.verify(seen)
  expect(first.code, first.output).toBe(0)
  expect(first.output).toContain('This was the first run')
  expect(first.output).toContain('5 addresses hold 350.000000 USDT')
  const kept = await readFile(seen, 'utf8')

  await product.system.give(product.ann, 'LEAF', '1')
  await product.system.job('ledger audit')
  const state = await stateAfter()
  const next = await product.verify(state)
  expect(next.code, next.output).toBe(0)
  expect(next.output).toContain('from batch 1, seen before, on')
  expect(next.output).not.toContain('This was the first run')
  expect(await readFile(state, 'utf8')).not.toBe(kept)
})

test('without a node the program reports what it did not check; a node without Multicall3 is enough', async () => {
  const { code, output } = await product.verify(product.newState(), { node: '' })
  expect(code, output).toBe(0)
  expect(output).toMatch(/unknown +balances/)
  const node = await startLyingNode(product.chain.rpcUrl)
  node.state.lie = ({ method }) => (method === 'eth_getCode' ? '0x' : undefined)
  const single = await product.verify(product.newState(), { node: node.url })
  await node.stop()
  expect(single.code, single.output).toBe(0)
  expect(single.output).toContain('5 addresses hold 350.000000 USDT')
})

/** The hash of a solvency root over its own parts, as docs/solvency-proof.md has it. */
// biome-ignore lint/suspicious/noExplicitAny: as it comes over the wire
function rehash(root: any): void {
  const bytes = (value: bigint | number, length: number): Buffer =>
    Buffer.from(
      BigInt(value)
        .toString(16)
        .padStart(2 * length, '0'),
      'hex',
    )
  const from = (text: string): Buffer => Buffer.from(text, 'hex')
  const trees = root.trees.map(
    (tree: { asset: string; root: string; total: string; depth: number }) =>
      Buffer.concat([
        Buffer.from(tree.asset),
        from(tree.root),
        bytes(BigInt(tree.total), 16),
        bytes(tree.depth, 1),
      ]),
  )
  root.root = sha256(
    'sol-root-v1',
    from(root.sid),
    from(root.previous),
    bytes(root.members, 4),
    ...trees,
  ).toString('hex')
}

interface Lie {
  /** The falsified answers. */
  answers: Record<string, Falsify>
  /** The check that has to find it. */
  failedCheck: string
  /** Only a program that ran before can notice it. */
  isHistory?: boolean
  /** Only the chain shows it. */
  needsNode?: boolean
}

/** Changes only the answer for the check of the cover, which requests the newest root alone. */
const forCover =
  (lie: Falsify): Falsify =>
  (data, query) => {
    if (query.get('limit') === '1') lie(data, query)
  }

const lies: Record<string, Lie> = {
  'the text of a version of the rule book is changed': {
    answers: {
      '/api/rules/book': (book, query) => {
        if (query.get('version') === '1')
          book.text = book.text.replace('"version":1', '"version":1 ')
      },
    },
    failedCheck: 'versions',
  },
  'a version is dropped from the middle of the chain': {
    answers: { '/api/rules/versions': data => data.items.splice(1, 1) },
    failedCheck: 'versions',
  },
  'the newest version is dropped': {
    answers: { '/api/rules/versions': data => data.items.splice(0, 1) },
    failedCheck: 'versions',
    isHistory: true,
  },
  'a version is replaced by another with a fitting hash': {
    answers: {
      '/api/rules/versions': ({ items: [newest] }) => {
        newest.hash = sha256(forged(newest)).toString('hex')
      },
      '/api/rules/book': (book, query) => {
        if (query.get('version') === '2') book.text = forged(book)
      },
    },
    failedCheck: 'versions',
    isHistory: true,
  },
  'another version is said to be in force': {
    answers: {
      '/api/rules/versions': ({ items }) => {
        items[0].standing = 'in_force'
        items[1].standing = 'past'
      },
    },
    failedCheck: 'versions',
  },
  'a settlement was made by other rules': {
    answers: { '/api/settlements': ({ items: [one] }) => Object.assign(one, { rules: 2 }) },
    failedCheck: 'settlements',
  },
  'a settlement has another solvency root than the chain of roots': {
    answers: {
      '/api/settlements': ({ items: [one] }) => Object.assign(one, { solvencyRoot: OTHER }),
    },
    failedCheck: 'settlements',
  },
  'the hashes of a settlement are changed': {
    answers: {
      '/api/settlements': ({ items }) => Object.assign(items.at(-1), { resultHash: OTHER }),
    },
    failedCheck: 'pay roots',
  },
  'the price of an old settlement is changed': {
    answers: {
      '/api/settlements': ({ items }) => Object.assign(items.at(-1), { price: '2.000000' }),
    },
    failedCheck: 'settlements',
    isHistory: true,
  },
  'an old settlement is gone': {
    answers: {
      // One without a root: another one was settled at the same time.
      '/api/settlements': ({ items }) => {
        items.splice(
          items.findIndex((one: { solvencyRoot: string | null }) => one.solvencyRoot === null),
          1,
        )
      },
    },
    failedCheck: 'settlements',
    isHistory: true,
  },
  'the figures of a pay root are changed': {
    answers: { '/api/earnings/pay-root': data => Object.assign(data, { coins: '999999999999' }) },
    failedCheck: 'pay roots',
  },
  'less is said to be owed than the root was made of': {
    answers: {
      '/api/solvency/roots': ({ items: [one] }) => Object.assign(one.trees[0], { total: '1' }),
    },
    failedCheck: 'solvency roots',
  },
  'a root with less owed is made to fit, but no tree is under it': {
    answers: {
      '/api/solvency/roots': ({ items: [one] }) => {
        one.trees[0].total = '200000000'
        rehash(one)
      },
    },
    failedCheck: 'accounts',
  },
  'a root does not follow the one before': {
    answers: {
      '/api/solvency/roots': ({ items: [one] }) => {
        one.previous = OTHER
        rehash(one)
      },
    },
    failedCheck: 'solvency roots',
  },
  'the newest root is older than 26 hours': {
    answers: {
      '/api/solvency/roots': ({ items }) => items.splice(0, items.length - 1),
      '/api/settlements': ({ items }) => {
        for (const one of items.slice(0, -1)) one.solvencyRoot = null
      },
    },
    failedCheck: 'age',
  },
  'the parts of what is owed are more than the published total': {
    answers: { '/api/solvency': ({ newest }) => Object.assign(newest, { owed: '349' }) },
    failedCheck: 'figures',
  },
  'it calls itself whole with too little': {
    answers: {
      '/api/solvency': ({ newest }) => {
        newest.owed = '400'
        newest.owes[0].amount = '300'
      },
    },
    failedCheck: 'figures',
  },
  'the platform says itself that it is short': {
    answers: { '/api/solvency': ({ newest }) => Object.assign(newest, { state: 'short' }) },
    failedCheck: 'figures',
  },
  'custody was read two days ago': {
    answers: {
      '/api/solvency': ({ newest }) => {
        newest.readAt = new Date(Date.now() - 48 * 3_600_000).toISOString()
      },
    },
    failedCheck: 'figures',
  },
  'what is in no account yet is added to custody': {
    answers: {
      '/api/solvency': ({ newest }) => {
        newest.held.push({ name: 'uncredited', amount: '500000' })
        newest.custody = '500350'
      },
    },
    failedCheck: 'figures',
  },
  'no custody is published, although there are roots': {
    answers: { '/api/solvency': data => Object.assign(data, { newest: null }) },
    failedCheck: 'custody',
  },
  'the newest root names no block': {
    answers: {
      '/api/solvency/roots': ({ items: [one] }) => Object.assign(one, { block: null }),
    },
    failedCheck: 'custody',
    needsNode: true,
  },
  'there is said to be no newest root for the cover': {
    answers: { '/api/solvency/roots': forCover(data => Object.assign(data, { items: [] })) },
    failedCheck: 'custody',
    needsNode: true,
  },
  'the root for the cover is changed': {
    answers: {
      '/api/solvency/roots': forCover(({ items: [one] }) =>
        Object.assign(one.trees[0], { total: '1' }),
      ),
    },
    failedCheck: 'newest root',
    needsNode: true,
  },
  'the root for the cover is made to fit, and is not in the chain': {
    answers: {
      '/api/solvency/roots': forCover(({ items: [one] }) => {
        one.trees[0].total = '200000000'
        rehash(one)
      }),
    },
    failedCheck: 'custody',
    needsNode: true,
  },
  'more payouts are on the way in the root for the cover': {
    answers: {
      '/api/solvency/roots': forCover(({ items: [one] }) => {
        const [{ house }] = one.trees
        house.find((leaf: { name: string }) => leaf.name === 'RESERVE').name = 'PAYOUTS'
      }),
    },
    failedCheck: 'custody',
    needsNode: true,
  },
  'a recharge address is exchanged': {
    answers: {
      '/api/solvency/addresses': ({ items: [one] }) => Object.assign(one, { address: RICH }),
    },
    failedCheck: 'addresses',
    isHistory: true,
  },
  'a root goes with no settlement': {
    answers: { '/api/settlements': ({ items }) => items.shift() },
    failedCheck: 'settlements',
  },
  'an address is said to hold more than it does': {
    answers: {
      '/api/solvency/addresses': ({ items: [one] }) => Object.assign(one, { held: '251' }),
    },
    failedCheck: 'balances',
    needsNode: true,
  },
  'all addresses together are said to hold more': {
    answers: {
      '/api/solvency': ({ newest }) => {
        newest.custody = '360'
        newest.chain.held = '360'
        newest.held[0].amount = '260'
      },
    },
    failedCheck: 'balances',
    needsNode: true,
  },
  'an address of somebody else is counted': {
    answers: {
      '/api/solvency/custody': ({ items }) =>
        items.push({ ...items[0], address: RICH, held: '999350' }),
    },
    failedCheck: 'balances',
    needsNode: true,
  },
  'an address is listed twice': {
    answers: { '/api/solvency/custody': ({ items }) => items.push(items[0]) },
    failedCheck: 'addresses',
  },
  'addresses were counted that are not listed': {
    answers: { '/api/solvency': ({ newest }) => Object.assign(newest.chain, { addresses: 9 }) },
    failedCheck: 'balances',
    needsNode: true,
  },
  'an address of the platform is gone': {
    answers: { '/api/solvency/custody': ({ items }) => items.pop() },
    failedCheck: 'addresses',
    isHistory: true,
  },
  'an address is said to have been published long ago, and was not in the list': {
    answers: {
      '/api/solvency/custody': ({ items }) =>
        items.push({ ...items[0], address: RICH, publishedAt: '2026-01-01T00:00:00.000Z' }),
    },
    failedCheck: 'addresses',
    isHistory: true,
  },
  'the block has another hash on the chain': {
    answers: { '/api/solvency': ({ newest }) => Object.assign(newest.chain, { blockHash: OTHER }) },
    failedCheck: 'block',
    needsNode: true,
  },
  'a receipt is of another amount': {
    answers: {
      '/api/treasury/receipts': ({ items: [one] }) => Object.assign(one, { amount: '5000' }),
    },
    failedCheck: 'receipts',
    needsNode: true,
  },
  'a receipt never happened': {
    answers: {
      '/api/treasury/receipts': ({ items: [one] }) => Object.assign(one, { hash: `0x${OTHER}` }),
    },
    failedCheck: 'receipts',
    needsNode: true,
  },
  'a link of the books does not follow': {
    answers: {
      '/api/ledger/links': ({ items }) => Object.assign(items.at(-1) ?? {}, { body: OTHER }),
    },
    failedCheck: 'books',
  },
  'the newest head is not that of the links': {
    answers: { '/api/ledger/head': data => Object.assign(data, { head: OTHER }) },
    failedCheck: 'books',
  },
  'an act is missing in the audit log': {
    answers: {
      '/api/audit/hashes': (data, query) => query.get('after') === '0' && data.items.shift(),
    },
    failedCheck: 'audit log',
  },
  'an act of the audit log is another one': {
    answers: {
      '/api/audit/hashes': ({ items: [one] }) => Object.assign(one ?? {}, { hash: OTHER }),
    },
    failedCheck: 'audit log',
    isHistory: true,
  },
  'the newest act of the audit log is gone': {
    answers: { '/api/audit/hashes': data => data.items.pop() },
    failedCheck: 'audit log',
    isHistory: true,
  },
}

/** The owner of the test token, who is not part of the platform and holds much. */
const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** A version's text with another number in it. */
const forged = (version: { previousHash: string; effectiveAt: string }): string =>
  JSON.stringify({
    parameters: { version: 2, effectiveAt: version.effectiveAt },
    previousHash: version.previousHash,
  })

describe('it turns red when', () => {
  test.each(Object.entries(lies))(
    '%s',
    async (_, { answers: says, failedCheck, isHistory, needsNode }) => {
      for (const [path, lie] of Object.entries(says)) product.falsify(path, lie)
      const state = isHistory ? await stateAfter() : product.newState()
      const before = isHistory ? await readFile(state, 'utf8') : null
      const options = needsNode ? {} : { node: '' }
      const { code, output } = await product.verify(state, options)
      expect(code, output).toBe(1)
      expect(output).toMatch(new RegExp(`FAILED +${failedCheck} `))
      // The state file of an earlier run is evidence, and stays.
      if (isHistory) {
        expect(await readFile(state, 'utf8')).toBe(before)
        product.answerTruly()
      }
    },
  )

  test('but a program that did not run before cannot know it', async () => {
    const unseen = [
      'a version is replaced by another with a fitting hash',
      'the price of an old settlement is changed',
      'an address of the platform is gone',
      'an act of the audit log is another one',
    ]
    for (const name of unseen)
      for (const [path, lie] of Object.entries(lies[name]?.answers ?? {}))
        product.falsify(path, lie)
    const { code, output } = await product.verify(product.newState(), { node: '' })
    expect(code, output).toBe(0)
  })
})

describe('it stays green when', () => {
  const holds = async (state = product.newState()) => {
    const { code, output } = await product.verify(state)
    expect(code, output).toBe(0)
    return output
  }

  test('a root is published between the roots and the settlements', async () => {
    let lists = 0
    product.falsify('/api/solvency/roots', (data, query) => {
      if (query.get('limit') !== '1' && lists++ === 0) data.items.shift()
    })
    const { output } = await product.verify(product.newState(), { node: '' })
    expect(output).toMatch(/holds +settlements /)
    expect(lists).toBe(2)
    // The previous root is two days old here.
    expect(output).toMatch(/FAILED +age /)
    expect(output).toContain(' 1 failed')
  })

  test('a root is published between the cover and the chain of roots', async () => {
    const answer = await fetch(`${product.system.url}/api/solvency/roots`)
    const { data } = (await answer.json()) as { data: { items: unknown[] } }
    expect(data.items).toHaveLength(2)
    const older = forCover(page => Object.assign(page, { items: data.items.slice(1) }))
    product.falsify('/api/solvency/roots', older)
    await holds()
  })

  test('a recharge address that never held anything is no longer listed', async () => {
    const state = product.newState()
    product.falsify('/api/solvency/addresses', ({ items }) =>
      items.push({ address: RICH, held: null, block: null, readAt: null }),
    )
    const { code, output } = await product.verify(state, { node: '' })
    expect(code, output).toBe(0)
    product.answerTruly()
    await holds(state)
  })

  test('a version takes effect by the clock of the server', async () => {
    const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
    const effectiveAt = minutes(4)
    product.falsify('/api/house/about', data => Object.assign(data, { serverNow: minutes(8) }))
    product.falsify('/api/rules/versions', ({ items: [newest, first] }) => {
      Object.assign(newest, { effectiveAt, standing: 'in_force' })
      first.standing = 'past'
      newest.hash = sha256(forged(newest)).toString('hex')
    })
    product.falsify('/api/rules/book', (book, query) => {
      if (query.get('version') === '2') book.text = forged({ ...book, effectiveAt })
    })
    await holds()
  })

  test('the platform is closed, and its last root is of its end; not when it is older', async () => {
    const { rows } = await product.system.db.owner.query(
      'select min(taken_at) as "takenAt" from solvency_root',
    )
    const takenAt: Date = rows[0].takenAt
    const windDown = { state: 'closed', dueAt: takenAt.toISOString() }
    const closed = (hours: number) => ({
      state: 'closed',
      closedAt: new Date(takenAt.getTime() + hours * 3_600_000).toISOString(),
    })
    const old: Falsify = ({ items }) => items.splice(0, items.length - 1)
    product.falsify('/api/solvency/roots', old)
    product.falsify('/api/settlements', ({ items }) => {
      for (const one of items.slice(0, -1)) one.solvencyRoot = null
    })
    product.falsify('/api/house/about', data => Object.assign(data, { windDown }))
    product.falsify('/api/wind-down', data => Object.assign(data, { items: [closed(1)] }))
    const honest = await product.verify(product.newState(), { node: '' })
    expect(honest.code, honest.output).toBe(0)
    expect(honest.output).toContain('nothing is settled any more')
    // Its last root is more than a day older than its end, or roots went on after that and then
    // stopped.
    for (const hours of [27, -1]) {
      product.falsify('/api/wind-down', data => Object.assign(data, { items: [closed(hours)] }))
      const { code, output } = await product.verify(product.newState(), { node: '' })
      expect(code, output).toBe(1)
      expect(output).toMatch(/FAILED +age /)
    }
  })

  test('a closed platform publishes a root of a day that was not settled', async () => {
    const windDown = { state: 'closed', dueAt: new Date().toISOString() }
    product.falsify('/api/house/about', data => Object.assign(data, { windDown }))
    product.falsify('/api/settlements', ({ items }) => items.shift())
    await holds()
  })
})

test('an own proof is counted; with the path of another member it is not', async () => {
  const { system, ann } = product
  const { rows } = await system.db.owner.query('select max(period) as period from solvency_root')
  const proof = await system.must(solvencyProof, { as: ann, query: { period: rows[0].period } })
  const saved = { format: 'banyan-solvency-proof-1', publicKey: null, published: null, proof }
  const good = product.file(saved)
  const counted = await product.verify(product.newState(), { node: '', more: ['--proof', good] })
  expect(counted.code, counted.output).toBe(0)
  expect(counted.output).toContain('COUNTED in the root of')
  const [one, other] = proof.trees[0]?.shares ?? []
  if (!one || !other) throw new Error('there are no shares')
  Object.assign(one, { beside: other.beside, position: other.position })
  const bad = product.file(saved)
  const left = await product.verify(product.newState(), { node: '', more: ['--proof', bad] })
  expect(left.code, left.output).toBe(1)
  expect(left.output).toContain('NOT COUNTED')
})

describe('what it cannot read is reported as neither true nor false', () => {
  const unread = async (options: Parameters<ForOutsiders['verify']>[1] = { node: '' }) => {
    const { code, output } = await product.verify(product.newState(), options)
    expect(code, output).toBe(2)
    return output
  }

  test('a server that answers too much, no JSON, something else, or elsewhere', async () => {
    product.respond('/api/ledger/head', response => {
      response.write('{"code":1,"msg":"","data":"')
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1 << 20)));
      }
      response.on('drain', more)
      more()
    })
    product.respond('/api/audit/hashes', response => void response.end('<html>busy</html>'))
    product.respond('/api/rules/versions', response => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
    })
    product.respond('/api/settlements', response => void response.writeHead(500).end('\u001b[31m!'))
    const output = await unread()
    expect(output).toMatch(/UNREAD +books +it answered more than/)
    expect(output).toMatch(/UNREAD +audit log +it answered something that is no JSON/)
    expect(output).toMatch(/UNREAD +versions +it sends us on to/)
    expect(output).toMatch(/UNREAD +settlements +it answered 500/)
    expect(output).not.toContain('\u001b')
  })

  test('a server that never ends an answer, within the time limit of the run', async () => {
    product.respond('/api/solvency', response => void response.write('{"code":1,'))
    expect(await unread({ node: '', more: ['--minutes', '0.03'] })).toContain('--minutes')
  })

  test('a server that demands waiting again and again, within the time limit of the run', async () => {
    let asked = 0
    product.respond('/api/solvency', response => {
      asked++
      response.writeHead(429, { 'retry-after': '2' }).end()
    })
    expect(await unread({ node: '', more: ['--minutes', '0.05'] })).toContain('--minutes')
    // Requested at most twice in three seconds, and not twenty times.
    expect(asked).toBeLessThanOrEqual(2)
  })

  test('a list that takes too long to process', async () => {
    product.falsify('/api/rules/versions', data => {
      data.items = Array.from({ length: 10_001 }, () => data.items[0])
    })
    expect(await unread()).toMatch(/UNREAD +versions +the list of versions has more than 10000/)
  })

  test('a node that is away, of another chain, or without the block', async () => {
    expect(await unread({ node: 'http://127.0.0.1:9/' })).toMatch(/UNREAD +chain/)
    const node = await startLyingNode(product.chain.rpcUrl)
    node.state.lie = ({ method }) => (method === 'eth_chainId' ? '0x38' : undefined)
    expect(await unread({ node: node.url })).toContain('the node is of chain 56')
    node.state.lie = ({ method }) => (method === 'eth_getBlockByNumber' ? null : undefined)
    expect(await unread({ node: node.url })).toMatch(/UNREAD +block/)
    await node.stop()
  })

  test('a state that this program has not written, and meaningless arguments', async () => {
    const empty = { format: 'banyan-verify-state-1', products: null }
    for (const state of [{ some: 'thing' }, empty]) {
      const { code, output } = await product.verify(product.file(state))
      expect(code, output).toBe(2)
      expect(output).toContain('was not written by this program')
    }
    expect((await product.verify(product.newState(), { more: ['--minutes', 'x'] })).code).toBe(2)
  })
})

test('a hostile answer neither deceives nor ends it, and nothing of it reaches the terminal', async () => {
  product.falsify('/api/house/about', data => {
    data.version = '\u001b[2J\u001b]0;whole\u0007\u202e all holds\n  holds   everything'
  })
  product.falsify('/api/settlements', data => {
    data.items = [null, 7, { period: { toString: 1 } }]
  })
  product.falsify('/api/solvency/roots', data => {
    data.items = data.items.map(() => JSON.parse('{"__proto__":{"period":"2026-01-01"}}'))
  })
  const page = { items: [{}], nextCursor: 'again' }
  product.respond('/api/solvency/addresses', response =>
    response.end(JSON.stringify({ code: 1, msg: '', data: page })),
  )
  product.falsify('/api/ledger/head', data => {
    data.batch = 1e308
  })
  product.falsify('/api/rules/versions', data => {
    data.items = 'versions'
  })
  product.falsify('/api/audit/hashes', data => {
    data.items = [{ seq: 1, hash: `${'ab'.repeat(32)}\n` }]
  })
  const { code, output } = await product.verify(product.newState(), { node: '' })
  expect(code, output).toBe(1)
  for (const name of [
    'settlements',
    'solvency roots',
    'addresses',
    'books',
    'versions',
    'audit log',
  ])
    expect(output).toMatch(new RegExp(`FAILED +${name} `))
  for (const sign of ['\u001b', '\u0007', '\u202e']) expect(output).not.toContain(sign)
  expect(output).not.toMatch(/^ {2}holds {3}everything/m)
})

// These change the database and are last.
test('history that was rewritten in the database is noticed at the next run', async () => {
  const { owner } = product.system.db
  const state = await stateAfter()
  await owner.query('alter table ledger_audit disable trigger all')
  await owner.query(`
    update ledger_audit set body = sha256('other'), head = sha256(decode(repeat('00', 32), 'hex')
      || convert_to(concat_ws('|', 'batch', batch, from_xid, to_xid, transfers, postings, holds, resolutions,
        epochs, total_transfers, (extract(epoch from sealed_at) * 1000000)::bigint), 'UTF8') || sha256('other'))
    where batch = 1`)
  await owner.query('delete from ledger_audit where batch > 1')
  const unaware = await product.verify(product.newState(), { node: '' })
  expect(unaware.code, unaware.output).toBe(0)
  const { code, output } = await product.verify(state, { node: '' })
  expect(code, output).toBe(1)
  expect(output).toMatch(/FAILED +books +batch 1 of the books had the head/)
})
