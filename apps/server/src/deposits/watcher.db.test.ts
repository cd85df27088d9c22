import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { otherPayer, payer, startLyingNode, startSteeredChain, tokens } from '../testing/chain.ts'
import { changesOf, meet } from '../testing/meet.ts'
import { type OnChain, openOnChain } from './deposits.fixture.ts'
import { checkDeposits, checkLateDeposits, depositNotices } from './index.ts'

let opened: OnChain
let chain: OnChain['chain']
let db: OnChain['db']
let module: OnChain['module']
let member: string
let address: string

afterAll(endGuard)
beforeEach(async () => {
  opened = await openOnChain()
  ;({ chain, db, module } = opened)
  member = newUuid()
  address = (await module.address(member)).address
})
afterEach(async () => {
  const breaches = [
    ...(await checkDeposits(db.database)),
    ...(await checkLateDeposits(db.database)),
  ]
  await opened.close()
  expect(breaches).toEqual([])
})

const only = async () => {
  const { items } = await module.list(member)
  expect(items.length).toBe(1)
  return items[0]
}
const recharges = () =>
  db.database.selectFrom('ledgerTransfer').select('amount').where('kind', '=', 'recharge').execute()
const step = async (blocks = 1) => {
  await chain.mine(blocks)
  await module.run()
}

describe('a deposit', () => {
  it('is seen at once, counts n of 15, and is credited exactly once', async () => {
    const { hash } = await chain.pay(address, tokens(25.5))
    await step()
    expect(await only()).toMatchObject({ hash, amount: '25.5', confirmations: 1, needed: 15 })
    for (let confirmations = 2; confirmations < 15; confirmations++) {
      await step()
      expect(await only()).toMatchObject({ confirmations, state: 'confirming', creditedAt: null })
    }
    expect((await module.address(member)).underWay.length).toBe(1)
    expect(await module.available(member)).toBe(0n)
    await step()
    expect(await only()).toMatchObject({ state: 'credited', confirmations: 15, amount: '25.5' })
    expect(await module.available(member)).toBe(25_500_000n)
    await step(20)
    await module.run(3)
    expect(await recharges()).toEqual([{ amount: 25_500_000n }])
    expect((await module.address(member)).underWay).toEqual([])
  })

  it('is announced to its member when it is seen, while it is confirmed, and when it is credited', async () => {
    await chain.pay(address, tokens(25))
    await step()
    await step(15)
    const announced = await db.database
      .selectFrom('outbox')
      .select('topic')
      .where('memberId', '=', member)
      .execute()
    const topics = announced.map(row => row.topic)
    expect(topics.filter(topic => topic === 'wallets').length).toBe(1)
    expect(topics.filter(topic => topic === 'deposits').length).toBeGreaterThanOrEqual(2)
  })

  it('counts wherever its transfer comes from: another account may send what was approved', async () => {
    await chain.call('approve', [otherPayer.address, tokens(100)])
    await chain.call('transferFrom', [payer.address, address, tokens(40)], { from: otherPayer })
    await step(16)
    expect(await module.available(member)).toBe(40_000_000n)
  })

  it('is seen at an address that was created while the watcher was running', async () => {
    await step()
    const late = newUuid()
    await chain.pay((await module.address(late)).address, tokens(12))
    await step(16)
    expect(await module.available(late)).toBe(12_000_000n)
  })

  it('in one block with others is credited to the member it was sent to', async () => {
    const second = newUuid()
    await chain.pay(address, tokens(11))
    await chain.pay((await module.address(second)).address, tokens(12))
    await chain.pay(address, tokens(13))
    await step(16)
    expect(await module.available(member)).toBe(24_000_000n)
    expect(await module.available(second)).toBe(12_000_000n)
  })
})

describe('no deposit', () => {
  it('is made by another token, a failed transaction or a transfer of zero', async () => {
    const fake = await chain.deployToken()
    await chain.mine()
    await chain.call('mint', [address, tokens(500)], { contract: fake })
    await chain.call('mint', [payer.address, tokens(500)], { contract: fake })
    await chain.call('transfer', [address, tokens(500)], { contract: fake })
    await chain.call('transfer', [address, tokens(1e9)])
    await chain.call('transfer', [address, 0n])
    await chain.call('transferFrom', [payer.address, address, 0n], { from: otherPayer })
    await chain.call('approve', [address, tokens(500)])
    await step(20)
    expect((await module.list(member)).items).toEqual([])
    expect(await module.available(member)).toBe(0n)
  })
})

describe('small amounts', () => {
  it('below the minimum wait, and are credited together when their sum reaches it', async () => {
    await chain.pay(address, tokens(4))
    await step(16)
    expect(await only()).toMatchObject({ state: 'below_minimum', amount: '4', creditedAt: null })
    await chain.pay(address, tokens(5.999999))
    await step(16)
    expect(await module.available(member)).toBe(0n)
    expect((await module.address(member)).underWay.map(one => one.state)).toEqual([
      'below_minimum',
      'below_minimum',
    ])
    await chain.pay(address, tokens(0.000001))
    await step(16)
    expect(await module.available(member)).toBe(10_000_000n)
    const states = (await module.list(member)).items.map(one => one.state)
    expect(states).toEqual(['credited', 'credited', 'credited'])
  })

  it('below one micro-USDT are carried and credited when they add up to a whole one', async () => {
    const odd = tokens(10) + 600_000_000_000n
    await chain.pay(address, odd)
    await step(16)
    expect(await module.available(member)).toBe(10_000_000n)
    await chain.pay(address, odd)
    await step(16)
    expect(await module.available(member)).toBe(20_000_001n)
    const carry = await db.database.selectFrom('depositCarry').select('tokenUnits').execute()
    expect(carry).toEqual([{ tokenUnits: 200_000_000_000n }])
  })
})

describe('a reorganisation', () => {
  it('takes a deposit back visibly, and another block with another log index brings it again', async () => {
    await chain.mine(3)
    const { hash, raw } = await chain.pay(address, tokens(50))
    await step(5)
    expect(await only()).toMatchObject({ confirmations: 5 })
    const first = await db.database.selectFrom('deposit').selectAll().executeTakeFirstOrThrow()

    await chain.reorg(7)
    await step()
    expect(await only()).toMatchObject({ hash, state: 'vanished', confirmations: 0 })
    expect((await module.address(member)).underWay[0]?.state).toBe('vanished')

    const { raw: before } = await chain.call('approve', [payer.address, 1n], { from: otherPayer })
    await chain.reorg(2, [
      [before, 1],
      [raw, 1],
    ])
    await step()
    const again = await db.database.selectFrom('deposit').selectAll().executeTakeFirstOrThrow()
    expect(again.id).toBe(first.id)
    expect(again.blockHash).not.toBe(first.blockHash)
    expect(await only()).toMatchObject({ state: 'confirming', confirmations: 2 })
    expect(await logIndexOf(hash)).toBe(1)
    await step(13)
    expect(await only()).toMatchObject({ state: 'credited' })
    expect(await module.available(member)).toBe(50_000_000n)
    expect(await recharges()).toEqual([{ amount: 50_000_000n }])
  })

  it.each([1, 5, 12])('%i deep that keeps the deposit credits it once', async depth => {
    await chain.mine(2)
    const { raw } = await chain.pay(address, tokens(50))
    await step(depth)
    await chain.reorg(depth, [[raw, 0]])
    await step(16)
    await step(16)
    expect(await recharges()).toEqual([{ amount: 50_000_000n }])
  })

  it('after the credit is logged, and the money neither leaves nor comes twice', async () => {
    const { raw } = await chain.pay(address, tokens(50))
    await step(20)
    expect(await module.available(member)).toBe(50_000_000n)
    await chain.reorg(20)
    await step()
    expect(module.logged(50)).toContainEqual(expect.stringContaining('took back a block'))
    expect(await only()).toMatchObject({ state: 'credited' })
    expect(await depositNotices(db.database)).toEqual([expect.stringContaining('50 USDT')])
    await chain.reorg(1, [[raw, 0]])
    await step(20)
    expect(await depositNotices(db.database)).toEqual([])
    expect(await recharges()).toEqual([{ amount: 50_000_000n }])
  })

  it('never makes a watcher of an old start write: the second one reads again', async () => {
    const second = opened.openOver()
    await chain.pay(address, tokens(50))
    for (let i = 0; i < 18; i++) {
      await chain.mine()
      const sides = [module, second].map(one => () => one.run())
      await Promise.all(await meet(db, changesOf('chain_watch'), sides))
    }
    await module.run()
    expect(await recharges()).toEqual([{ amount: 50_000_000n }])
  })
})

describe('after downtime', () => {
  it('of the server a restart continues counting from the same block', async () => {
    await chain.pay(address, tokens(50))
    await step(7)
    module = opened.openOver()
    expect(await only()).toMatchObject({ confirmations: 7 })
    await step(8)
    expect(await module.available(member)).toBe(50_000_000n)
  })

  it('of 300 blocks the watcher catches up, with every deposit in them', async () => {
    await module.run()
    await chain.pay(address, tokens(30))
    await chain.mine(150)
    await chain.pay(address, tokens(31))
    await chain.mine(149)
    await chain.pay(address, tokens(32))
    await chain.mine()
    expect((await module.address(member)).chainState).toBe('following')
    await module.run(3)
    expect(await module.available(member)).toBe(61_000_000n)
    const { underWay, chainState } = await module.address(member)
    expect(underWay).toMatchObject([{ amount: '32', confirmations: 1 }])
    expect(chainState).toBe('following')
  })

  it('of the watcher: it rests while the chain has no block that it has not followed', async () => {
    expect(await module.job?.rests?.()).toBe(false)
    await step()
    expect(await module.job?.rests?.()).toBe(true)
    await chain.pay(address, tokens(30))
    await chain.mine(1)
    expect(await module.job?.rests?.()).toBe(false)
    await module.run()
    expect((await only())?.confirmations).toBe(1)
  })

  it('of the node while the watcher rests leaves nothing old for its next run', async () => {
    const node = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [node.url] })
    await module.run()
    expect(await module.job?.rests?.()).toBe(true)
    await chain.pay(address, tokens(30))
    await chain.mine(1)
    node.state.down = true
    expect(await module.job?.rests?.()).toBe(false)
    node.state.down = false
    await module.run()
    expect((await only())?.confirmations).toBe(1)
    await node.stop()
  })

  it('of the node nothing is lost, the page has shown it, and following resumes by itself', async () => {
    const node = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [node.url] })
    await module.run()
    node.state.down = true
    await chain.pay(address, tokens(30))
    await chain.mine(20)
    await module.run(3)
    expect(module.logged(50)).toEqual(['the chain is not followed'])
    await db.database
      .updateTable('chainWatch')
      .set({ followedAt: new Date(0) })
      .execute()
    expect((await module.address(member)).chainState).toBe('unreachable')
    node.state.down = false
    await module.run()
    expect(await module.available(member)).toBe(30_000_000n)
    expect((await module.address(member)).chainState).toBe('following')
    await node.stop()
  })

  it('a demonstration chain that lost its last seconds is followed on, and credits stay', async () => {
    await chain.mine(5)
    const lose = await chain.snapshot()
    await chain.pay(address, tokens(50))
    await step(20)
    await chain.pay(address, tokens(20))
    await step(2)
    await lose()
    await module.run()
    expect(await module.available(member)).toBe(50_000_000n)
    expect((await module.list(member)).items.map(one => one.state)).toEqual([
      'vanished',
      'credited',
    ])
    await chain.pay(address, tokens(15))
    await step(20)
    expect(await module.available(member)).toBe(65_000_000n)
    expect(await depositNotices(db.database)).toEqual([expect.stringContaining('50 USDT')])
  })

  it('a demonstration chain that was replaced as a whole is followed from its first block', async () => {
    await chain.pay(address, tokens(50))
    await step(20)
    const fresh = await startSteeredChain()
    const { usdt, rpcUrl } = fresh
    await fresh.pay(address, tokens(70))
    await fresh.mine(20)
    module = opened.openOver({ rpcUrls: [rpcUrl], usdt })
    await module.run(2)
    expect(await module.available(member)).toBe(120_000_000n)
    expect(await depositNotices(db.database)).toEqual([expect.stringContaining('50 USDT')])
    await fresh.stop()
  })
})

describe('a deposit of 1,000 USDT or more', () => {
  it('waits until every validator has confirmed it, where the node reports that; a smaller one does not', async () => {
    const node = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [node.url] })
    await module.run()
    const small = newUuid()
    await chain.pay(address, tokens(1000))
    await chain.pay((await module.address(small)).address, tokens(999.99))
    await chain.mine()
    const paidIn = await chain.head()
    const header = async (number: number) => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body })
      return ((await answer.json()) as { result: unknown }).result
    }
    let confirmed = await header(paidIn - 1)
    node.state.lie = ({ method, params }) => {
      if (method !== 'eth_getFinalizedHeader') return undefined
      expect(params).toEqual([-3])
      return confirmed
    }
    await step(40)
    expect(await module.available(small)).toBe(999_990_000n)
    expect(await module.available(member)).toBe(0n)
    expect((await only())?.state).toBe('confirming')
    confirmed = await header(paidIn)
    await step()
    expect(await module.available(member)).toBe(1_000_000_000n)
    await node.stop()
  })

  it('is credited by tag and depth where the node does not report that', async () => {
    const node = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [node.url] })
    await module.run()
    await chain.pay(address, tokens(5000))
    await step(40)
    expect(node.state.asked).toContain('eth_getFinalizedHeader')
    expect(await module.available(member)).toBe(5_000_000_000n)
    await node.stop()
  })
})

describe('nodes that lie', () => {
  const withLiar = async (honest = 1) => {
    const liar = await startLyingNode(chain.rpcUrl)
    const urls = Array.from({ length: honest }, () => chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [...urls, liar.url], testWalletUrl: null })
    await module.run()
    address = (await module.address(member)).address
    return liar
  }

  it('one of two that hides logs stops every credit until they agree', async () => {
    const liar = await withLiar()
    liar.state.lie = ({ method }) => (method === 'eth_getLogs' ? [] : undefined)
    await chain.pay(address, tokens(50))
    await step(20)
    await module.run(3)
    expect((await module.list(member)).items).toEqual([])
    expect(await module.available(member)).toBe(0n)
    expect(module.logged(50)).toEqual(['the chain is not followed'])
    liar.state.lie = null
    await module.run()
    expect(await module.available(member)).toBe(50_000_000n)
    await liar.stop()
  })

  it('one of two that invents a deposit credits nothing', async () => {
    const liar = await withLiar()
    await chain.pay(address, tokens(50))
    await step(3)
    liar.state.lie = ({ method }, truth) => {
      if (method !== 'eth_getLogs' && method !== 'eth_getTransactionReceipt') return undefined
      const larger = `0x${tokens(5000).toString(16).padStart(64, '0')}`
      return JSON.parse(
        JSON.stringify(truth).replaceAll(/"data":"0x[0-9a-f]{64}"/g, `"data":"${larger}"`),
      )
    }
    await chain.pay(address, tokens(60))
    await step(20)
    expect(await module.available(member)).toBe(0n)
    await liar.stop()
  })

  it('one of two on another chain has no vote, so nothing is followed', async () => {
    const liar = await startLyingNode(chain.rpcUrl)
    liar.state.lie = ({ method }) => (method === 'eth_chainId' ? '0x38' : undefined)
    module = opened.openOver({ rpcUrls: [chain.rpcUrl, liar.url] })
    await chain.pay(address, tokens(50))
    await step(20)
    expect((await module.address(member)).chainState).toBe('unreachable')
    expect(await module.available(member)).toBe(0n)
    expect(liar.state.asked.every(method => method === 'eth_chainId')).toBe(true)
    await liar.stop()
  })

  it('one of three is outvoted', async () => {
    const liar = await withLiar(2)
    liar.state.lie = ({ method }) => (method === 'eth_getLogs' ? [] : undefined)
    await chain.pay(address, tokens(50))
    await step(20)
    expect(await module.available(member)).toBe(50_000_000n)
    expect(module.logged(40)).toContain('a chain node dissents')
    await liar.stop()
  })

  it('an old head is refused: it is logged, and the page shows it too', async () => {
    const liar = await withLiar(1)
    const old = `0x${Math.floor(Date.now() / 1000 - 60).toString(16)}`
    const both = await startLyingNode(chain.rpcUrl)
    for (const node of [liar, both])
      node.state.lie = ({ method }, truth) =>
        method === 'eth_getBlockByNumber' && truth !== null
          ? { ...(truth as object), timestamp: old }
          : undefined
    module = opened.openOver({ rpcUrls: [liar.url, both.url], testWalletUrl: null })
    await db.database
      .updateTable('chainWatch')
      .set({ followedAt: new Date(0) })
      .execute()
    await step()
    expect(module.logged(50)).toEqual(['the chain is not followed'])
    expect((await module.address(member)).chainState).toBe('unreachable')
    await Promise.all([liar.stop(), both.stop()])
  })

  it('a block whose parent is not the last one is not stored', async () => {
    const liar = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [liar.url] })
    await module.run()
    const reached = await chain.head()
    const next = `0x${(reached + 1).toString(16)}`
    liar.state.lie = ({ method, params }, truth) =>
      method === 'eth_getBlockByNumber' && params[0] === next
        ? { ...(truth as object), parentHash: `0x${'0'.repeat(64)}` }
        : undefined
    await chain.pay(address, tokens(50))
    await step(20)
    expect((await module.list(member)).items).toEqual([])
    liar.state.lie = null
    await module.run()
    expect(await module.available(member)).toBe(50_000_000n)
    await liar.stop()
  })

  it('a node that answers a range of blocks it does not have is not trusted', async () => {
    const liar = await startLyingNode(chain.rpcUrl)
    module = opened.openOver({ rpcUrls: [liar.url] })
    await chain.pay(address, tokens(50))
    await chain.mine(200)
    let behind = false
    liar.state.lie = ({ method, params }) => {
      if (method === 'eth_getLogs') behind = true
      const named = method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x')
      if (method === 'eth_getLogs') return []
      return behind && named ? null : undefined
    }
    await module.run()
    expect(liar.state.asked).toContain('eth_getLogs')
    liar.state.lie = null
    await module.run(3)
    expect(await module.available(member)).toBe(50_000_000n)
    await liar.stop()
  })

  it('malformed answers count as no answers', async () => {
    const liar = await withLiar()
    await chain.pay(address, tokens(50))
    for (const nonsense of ['0x', {}, [null], 'null', 7, [{ address: 'x' }]]) {
      liar.state.lie = ({ method }) => (method === 'eth_chainId' ? undefined : nonsense)
      await step(2)
    }
    expect(await module.available(member)).toBe(0n)
    liar.state.lie = null
    await step(16)
    expect(await module.available(member)).toBe(50_000_000n)
    await liar.stop()
  })
})

async function logIndexOf(hash: string): Promise<number> {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })
  const { result } = (await answer.json()) as { result: { logs: { logIndex: string }[] } }
  return Number(result.logs[0]?.logIndex)
}
