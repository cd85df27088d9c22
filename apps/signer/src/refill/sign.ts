import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { filesOf, readPassphrase } from '../config.ts'
import { openKeyFile } from '../key-store.ts'
import { CannotWork } from '../refusal.ts'
import { signTransaction } from '../transaction.ts'
import { type Pinned, requireRefill, type SignedRefill, unsignedOf } from './request.ts'

const address = z
  .string()
  .refine(text => isAddress(text), 'an address with a right checksum')
  .transform(text => getAddress(text))
const coldFile = z.strictObject({
  chainId: z.number().int().positive(),
  token: address,
  tokenDecimals: z.number().int().min(6).max(30).default(18),
  hot: address,
})

interface SignRefill {
  /** The folder of the cold key: `cold.json`, `key.json` and the passphrase. */
  folder: string
  /** The request. */
  file: string
  env: Record<string, string | undefined>
  /** Signs without asking the person. */
  isSure: boolean
}

/**
 * Signs a refill request with the cold key, without any network. Returns the written file, or null
 * when the person declined.
 * @throws CannotWork for everything but a transfer of the pinned token to the pinned hot wallet.
 */
export async function signRefill(given: SignRefill): Promise<string | null> {
  const { folder, file, env, isSure } = given
  const pinned = readPinned(join(folder, 'cold.json'))
  const key = openKeyFile(filesOf(folder).key, readPassphrase(folder, env))
  const request = requireRefill(readJson(file), pinned, key.address as Address)
  console.log(`You sign:\n\n${request.summary}\n`)
  if (!isSure && (await ask('Sign it? Type yes: ')) !== 'yes') return null
  const { raw } = await signTransaction(unsignedOf(request), digest => key.sign(digest))
  const signed: SignedRefill = { kind: 'banyan signed refill 1', request, raw }
  const target = `${file.replace(/\.json$/, '')}.signed.json`
  writeFileSync(target, `${JSON.stringify(signed, null, 2)}\n`, { flag: 'wx' })
  return target
}

function readPinned(file: string): Pinned {
  if (!existsSync(file))
    throw new CannotWork(
      `${file} is missing: write chainId, token and hot there, from a source that you trust (docs/collection.md).`,
    )
  const read = coldFile.safeParse(readJson(file))
  if (!read.success) throw new CannotWork(`${file} is not usable: ${z.prettifyError(read.error)}`)
  return read.data
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CannotWork(`${file} cannot be read as JSON: ${(error as Error).message}.`)
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return answer.trim()
}
