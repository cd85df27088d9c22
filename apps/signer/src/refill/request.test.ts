import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeyFile } from '../key-store.ts'
import { CannotWork } from '../refusal.ts'
import { makeRefillRequest, requireRefill, requireSigned } from './request.ts'
import { signRefill } from './sign.ts'

const coldKey = generatePrivateKey()
const cold = privateKeyToAddress(coldKey)
const hot = privateKeyToAddress(generatePrivateKey())
const thief = privateKeyToAddress(generatePrivateKey())
const token = getAddress('0x55d398326f99059ff775485246999027b3197955')
const coldFile = { chainId: 56, token, hot }
const pinned = { ...coldFile, tokenDecimals: 18 }
const wanted = {
  chainId: 56,
  token,
  tokenDecimals: 18,
  from: cold,
  to: hot,
  amount: '5000.5',
  nonce: 7,
  gasLimit: 100_000,
  gasPrice: '1000000000',
}
const request = makeRefillRequest(wanted)
/** A request whose call and summary were rebuilt after a change. */
const remade = (change: Partial<typeof wanted>) => makeRefillRequest({ ...wanted, ...change })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-cold-'))
  makeKeyFile(join(folder, 'key.json'), 'cold and dry', { privateKey: coldKey, cost: 12 })
  writeFileSync(join(folder, 'cold.json'), JSON.stringify(coldFile))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sign = (name: string, content: unknown) => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return signRefill({ folder, file, env: { SIGNER_PASSPHRASE: 'cold and dry' }, isSure: true })
}

describe('the cold key', () => {
  test('signs a transfer of the token to the hot wallet, which is exactly what was requested', async () => {
    const file = await sign('right.json', request)
    const signed = JSON.parse(readFileSync(file ?? '', 'utf8'))
    const { raw, summary } = await requireSigned(signed, request)
    expect([raw, summary]).toEqual([signed.raw, request.summary])
    // Neither file depends on the order of its fields.
    const turned = Object.fromEntries(Object.entries(request).reverse())
    expect((await requireSigned(signed, turned)).raw).toBe(raw)
    expect(request.summary).toContain(`5000.5 USDT from the cold address ${cold}`)
    expect(request.summary).toContain('0.0001 BNB at most')
  })

  test('signs nothing with another destination, token, chain or key, or with too high a cost', async () => {
    const lies = {
      destination: remade({ to: thief }),
      token: remade({ token: thief }),
      // The summary names the same amount, and the call moves a million times as much.
      decimals: remade({ tokenDecimals: 24 }),
      chain: remade({ chainId: 1 }),
      key: remade({ from: thief }),
      fee: remade({ gasPrice: '900000000000' }),
      nothing: remade({ amount: '0' }),
      // The summary names one recipient and the call pays another.
      data: { ...request, data: remade({ to: thief }).data },
      words: { ...remade({ amount: '9000' }), summary: request.summary },
      approval: { ...request, data: `0x095ea7b3${request.data.slice(10)}` },
      more: { ...request, value: '1' },
      other: { kind: 'banyan payout 1' },
    }
    for (const [name, lie] of Object.entries(lies))
      await expect(sign(`${name}.json`, lie), name).rejects.toThrow(CannotWork)
  })

  test('signs nothing before its holder has pinned the destination of refills', async () => {
    const other = mkdtempSync(join(tmpdir(), 'banyan-cold-'))
    const env = { SIGNER_PASSPHRASE: 'x' }
    await expect(signRefill({ folder: other, file: 'x.json', env, isSure: true })).rejects.toThrow(
      'cold.json is missing',
    )
    rmSync(other, { recursive: true })
  })
})

describe('a signed file', () => {
  const signedBy = async (key: `0x${string}`, change: object = {}, as = request) => {
    const account = privateKeyToAccount(key)
    const raw = await account.signTransaction({
      type: 'legacy',
      chainId: 56,
      nonce: 7,
      gasPrice: 10n ** 9n,
      gas: 100_000n,
      to: token,
      value: 0n,
      data: request.data as Hex,
      ...change,
    })
    return { kind: 'banyan signed refill 1', request: as, raw }
  }

  test('is accepted only when it is the request, signed by the cold key', async () => {
    expect(requireRefill(request, pinned, cold)).toEqual(request)
    await expect(requireSigned(await signedBy(coldKey), request)).resolves.toHaveProperty('raw')
    const others = [
      signedBy(generatePrivateKey()),
      signedBy(coldKey, { nonce: 8 }),
      signedBy(coldKey, { to: thief }),
      signedBy(coldKey, { value: 1n }),
      signedBy(coldKey, { chainId: 1 }),
      signedBy(coldKey, { gasPrice: 2n * 10n ** 9n }),
      signedBy(coldKey, { data: remade({ amount: '5000.6' }).data }),
      signedBy(coldKey, {}, remade({ amount: '5000.6' })),
    ]
    for (const other of await Promise.all(others))
      await expect(requireSigned(other, request)).rejects.toThrow(CannotWork)
    for (const broken of [{}, null, { ...(await signedBy(coldKey)), raw: '0x00' }])
      await expect(requireSigned(broken, request)).rejects.toThrow(CannotWork)
  })
})
