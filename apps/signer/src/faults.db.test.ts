import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@banyan/tools/until'
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  keccak256,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type NodeBetween,
  newAddress,
  nodeBetween,
  openBench,
  type SignerBench,
  type TestSigner,
} from './signer.fixture.ts'

let bench: SignerBench

beforeAll(async () => {
  bench = await openBench()
})

afterAll(() => bench.close())

/** A signer behind a node that a test can make lie. */
async function behindNode(config = {}): Promise<{ signer: TestSigner; node: NodeBetween }> {
  const [signer, node] = [await bench.signer(), await nodeBetween(bench.chain.rpcUrl)]
  signer.configure({ rpcUrls: [node.url], ...config })
  await signer.start()
  return { signer, node }
}

/**
 * The storage slot in which OpenZeppelin's token stores that a spender may take everything of an
 * owner.
 */
function allowanceOf(address: Address, owner: Address, spender: Address) {
  const slot = (key: Address, of: Hex) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [key, of]))
  const index = slot(spender, slot(owner, toHex(1, { size: 32 })))
  return { address, index, value: `0x${'f'.repeat(64)}` } as const
}

const isSending = (method: string): boolean => method === 'eth_sendRawTransaction'
const error = (message: string) => Promise.resolve({ error: { code: -32000, message } })

describe('a node', () => {
  test('that accepts a transaction and forgets it is asked again', async () => {
    const { signer, node } = await behindNode()
    let dropped = 0
    node.meddle = ({ method, params: [raw] }) =>
      isSending(method) && dropped++ < 2 ? Promise.resolve({ result: keccak256(raw as Hex) }) : null
    const order = signer.order()
    expect((await signer.pay(order)).body.state).toBe('signed')
    await signer.kill()
    await signer.start()
    await signer.reaches(order.withdrawalId, 'final')
    expect(dropped).toBeGreaterThan(2)
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    await signer.stop()
    node.close()
  })

  test.each([
    ['says "already known"', 'already known'],
    ['says "nonce too low"', 'nonce too low'],
    ['says that it failed', 'internal error'],
  ])('that accepts a transaction and %s is not trusted', async (_, message) => {
    const { signer, node } = await behindNode()
    node.meddle = ({ method }, pass) =>
      isSending(method) ? pass().then(() => error(message)) : null
    const order = signer.order()
    expect((await signer.pay(order)).body.state).toBe('signed')
    await signer.reaches(order.withdrawalId, 'final')
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    await signer.stop()
    node.close()
  })

  test('that hides a receipt makes nothing returned', async () => {
    const { signer, node } = await behindNode()
    let asked = 0
    node.meddle = ({ method }) =>
      method === 'eth_getTransactionReceipt' && asked++ < 5
        ? Promise.resolve({ result: null })
        : null
    const order = signer.order()
    await signer.pay(order)
    await signer.reaches(order.withdrawalId, 'final')
    expect(asked).toBeGreaterThan(5)
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
    node.close()
  })

  test('that does not answer leaves everything unsigned, and so does one of two that lies alone', async () => {
    const { signer, node } = await behindNode()
    signer.configure({ rpcUrls: [bench.chain.rpcUrl, node.url] })
    await signer.stop()
    await signer.start()
    node.meddle = ({ method }) =>
      method === 'eth_call' ? Promise.resolve({ result: `0x${'f'.repeat(64)}` }) : null
    await until('the nodes disagree', () => signer.output().includes('do not agree'))
    const order = signer.order()
    // The reading from before the lie expires after some seconds.
    const refused = await until(
      'the chain is away',
      async () => {
        const { body } = await signer.pay(signer.order({ address: order.address }))
        return body.refused
      },
      { everyMs: 500 },
    )
    expect(refused).toBe('chainAway')
    expect((await signer.payout(order.withdrawalId)).status).toBe(404)
    node.meddle = () => null
    await until('the chain is back', async () => (await signer.pay(order)).status === 200)
    await signer.reaches(order.withdrawalId, 'final')
    await signer.stop()
    node.close()
  })
})

describe('a transaction that is stuck', () => {
  test('is replaced with the same nonce and payment; of the two only one is mined', async () => {
    const { signer, node } = await behindNode({
      fees: { leastGwei: '1', mostGwei: '20', replaceAfterSeconds: 1 },
    })
    const held: Hex[] = []
    const [first, second] = [signer.order(), signer.order()]
    node.meddle = ({ method, params: [raw] }) => {
      if (!isSending(method)) return null
      if (!held.includes(raw as Hex)) held.push(raw as Hex)
      return Promise.resolve({ result: keccak256(raw as Hex) })
    }
    await signer.pay(first)
    await signer.pay(second)
    const { transactions, nonce } = await until('a replacement', async () => {
      const { body } = await signer.payout(first.withdrawalId)
      return body.transactions.length > 1 ? body : undefined
    })
    expect(nonce).toBe(0)
    expect(transactions.length).toBe(2)
    // The node works correctly again with everything that it ever received, the oldest first.
    node.meddle = () => null
    for (const serializedTransaction of held)
      await bench.client.sendRawTransaction({ serializedTransaction }).catch(() => {})
    await signer.reaches(first.withdrawalId, 'final')
    await signer.reaches(second.withdrawalId, 'final')
    expect(await bench.paidOnChain(signer.address)).toEqual([
      first.withdrawalId,
      second.withdrawalId,
    ])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
    node.close()
  })

  test('is never offered above the highest fee', async () => {
    const { signer, node } = await behindNode({
      fees: { leastGwei: '1', mostGwei: '1', replaceAfterSeconds: 1 },
    })
    let sent = 0
    node.meddle = ({ method, params: [raw] }) =>
      isSending(method) && sent++ < 3 ? Promise.resolve({ result: keccak256(raw as Hex) }) : null
    const order = signer.order()
    await signer.pay(order)
    const { transactions } = await signer.reaches(order.withdrawalId, 'final')
    expect(transactions).toHaveLength(1)
    await signer.stop()
    node.close()
  })
})

describe('a block that is taken back', () => {
  test('before it is final makes the payout signed again, and it is mined once', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    await signer.pay(order)
    await signer.reaches(order.withdrawalId, 'mined')
    await bench.client.request({ method: 'anvil_reorg', params: [1, []] } as never)
    await signer.reaches(order.withdrawalId, 'final')
    expect(await bench.paidOnChain(signer.address)).toEqual([order.withdrawalId])
    expect((await signer.status()).body.halted).toBeNull()
    await signer.stop()
  })

  test('after it was final halts the signer', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    await signer.pay(order)
    const { mined } = await signer.reaches(order.withdrawalId, 'final')
    const depth = Number(await bench.client.getBlockNumber()) - (mined?.block ?? 0) + 1
    await bench.client.request({ method: 'anvil_reorg', params: [depth, []] } as never)
    await bench.chain.mine(1)
    expect(['nonceGap', 'balanceMismatch']).toContain(await signer.halts())
    const { body } = await signer.pay(signer.order())
    expect(body.refused).toBe('halted')
    await signer.stop()
  })
})

describe('the signer halts', () => {
  const send = async (signer: TestSigner, nonce: number, units: bigint): Promise<Hash> => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(signer.key),
      chain: bench.client.chain,
      transport: http(bench.chain.rpcUrl),
    })
    return wallet.writeContract({
      address: bench.chain.usdt,
      abi: erc20Abi,
      functionName: 'transfer',
      nonce,
      args: [newAddress(), units],
      gasPrice: 10n ** 9n,
      gas: 100_000n,
    })
  }
  const requireHalted = async (signer: TestSigner) => {
    const { status, body } = await signer.pay(signer.order())
    expect([status, body.refused]).toEqual([503, 'halted'])
  }

  test('when someone else uses the key, until a person accepts it', async () => {
    const signer = await bench.signer()
    await signer.start()
    await send(signer, 0, 5n)
    expect(await signer.halts()).toBe('nonceGap')
    await requireHalted(signer)
    // Neither a restart nor time ends it.
    await signer.kill()
    await signer.start()
    await requireHalted(signer)
    await bench.chain.mine(5)
    const run = await signer.command('reconcile')
    expect(run.code).toBe(1)
    expect(run.output).toContain('took 5 token units and is no payout of the signer')
    expect(run.output).toContain('1 nonces from 0 on')
    await requireHalted(signer)
    expect((await signer.command('reconcile', '--accept', 'our own test')).code).toBe(0)
    const order = signer.order()
    expect((await signer.pay(order)).body.nonce).toBe(1)
    await signer.reaches(order.withdrawalId, 'final')
    await signer.stop()
  })

  test('when someone else uses a nonce that it has signed for; that payout is returned', async () => {
    const { signer, node } = await behindNode()
    node.meddle = ({ method, params: [raw] }) =>
      isSending(method) ? Promise.resolve({ result: keccak256(raw as Hex) }) : null
    const order = signer.order()
    await signer.pay(order)
    await send(signer, 0, 0n)
    await bench.chain.mine(5)
    // A transfer of zero changes no balance, and is noticed all the same.
    await signer.halts()
    expect((await signer.command('reconcile', '--accept', 'looked at')).code).toBe(0)
    const { mined } = await signer.reaches(order.withdrawalId, 'returned')
    expect(mined).toBeNull()
    await signer.stop()
    node.close()
  })

  test('when money leaves without a transaction of the key', async () => {
    const signer = await bench.signer()
    await signer.start()
    const [thief, token] = [newAddress(), { address: bench.chain.usdt, abi: erc20Abi } as const]
    const fee = { gasPrice: 10n ** 9n, chain: bench.client.chain }
    await bench.client.setBalance({ address: thief, value: 10n ** 18n })
    await bench.client.impersonateAccount({ address: thief })
    // An allowance from before the journal began would do the same.
    await bench.client.setStorageAt(allowanceOf(bench.chain.usdt, signer.address, thief))
    await bench.client.writeContract({
      ...token,
      ...fee,
      account: thief,
      functionName: 'transferFrom',
      args: [signer.address, thief, 7n],
    })
    await bench.chain.mine(5)
    expect(await signer.halts()).toBe('balanceMismatch')
    await signer.stop()
  })

  test('when the node is of another chain', async () => {
    const { signer, node } = await behindNode()
    node.meddle = ({ method }) =>
      method === 'eth_chainId' ? Promise.resolve({ result: '0x38' }) : null
    expect(await signer.halts()).toBe('chainChanged')
    await requireHalted(signer)
    node.meddle = () => null
    await requireHalted(signer)
    await signer.stop()
    node.close()
  })
})

describe('after a restore', () => {
  test('the signer finds what the lost journal had paid, and pays none of it again', async () => {
    const signer = await bench.signer()
    await signer.start()
    const [kept, lost, next] = [signer.order(), signer.order(), signer.order()]
    await signer.pay(kept)
    await signer.reaches(kept.withdrawalId, 'final')
    await signer.stop()
    const backup = readFileSync(join(signer.folder, 'journal'))
    await signer.start()
    await signer.pay(lost)
    await signer.reaches(lost.withdrawalId, 'final')
    await signer.stop()

    writeFileSync(join(signer.folder, 'journal'), backup)
    writeFileSync(join(signer.folder, 'not-reconciled'), 'restored by a test\n')
    await signer.start()
    expect(await signer.halts()).toBe('notReconciled')
    expect((await signer.pay(next)).body.refused).toBe('halted')
    const { code, output } = await signer.command('reconcile')
    expect([code, output.includes(lost.withdrawalId)]).toEqual([0, true])
    // The server, restored as well, asks for the lost one again.
    expect((await signer.pay(lost)).body).toMatchObject({ state: 'final', nonce: 1 })
    expect((await signer.pay(next)).body.nonce).toBe(2)
    await signer.reaches(next.withdrawalId, 'final')
    const ids = [kept, lost, next].map(order => order.withdrawalId)
    expect(await bench.paidOnChain(signer.address)).toEqual(ids)
    await signer.stop()
  })

  test('without the mark a journal that is too old halts all the same', async () => {
    const signer = await bench.signer()
    await signer.start()
    const order = signer.order()
    await signer.pay(order)
    await signer.reaches(order.withdrawalId, 'final')
    await signer.stop()
    const opened = join(signer.folder, 'journal')
    const [first] = readFileSync(opened, 'utf8').split('\n')
    rmSync(opened)
    writeFileSync(opened, `${first}\n`)
    await signer.start()
    expect(await signer.halts()).toBe('nonceGap')
    await signer.stop()
  })
})
