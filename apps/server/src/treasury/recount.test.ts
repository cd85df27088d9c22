import { quietInput, settle } from '@banyan/economy'
import { expect, test } from 'vitest'
import { canonicalBytes, hashOf } from './hashes.ts'
import { recountInChild } from './recount.ts'

const books = {
  reserve: 100_000000n,
  outstanding: 100_000000n,
  poolStatic: 30_000000n,
  poolDynamic: 0n,
  ops: 0n,
  risk: 0n,
  shortfall: 0n,
}

test('a process that received half a text does not get the next one', async () => {
  const half = function* () {
    yield Buffer.from('{"books":')
    throw new Error('there is no more of it')
  }
  await expect(recountInChild(half())).rejects.toThrow('there is no more of it')
  for (const period of ['2026-11-21', '2026-11-22']) {
    const input = quietInput(period, books)
    const { hashes } = await recountInChild(canonicalBytes(input))
    expect(await hashes).toEqual({ input: hashOf(input), result: hashOf(settle(input)) })
  }
})

test('a text that is no input is an error, and the next one is read', async () => {
  const { hashes } = await recountInChild([Buffer.from('{"books":{}}')])
  await expect(hashes).rejects.toThrow('the second computation failed')
  const input = quietInput('2026-11-21', books)
  const right = await recountInChild(canonicalBytes(input))
  expect((await right.hashes).input).toEqual(hashOf(input))
})
