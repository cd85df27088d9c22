import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { payoutKeyList, registerPayoutKey, withdrawalForOperator } from '@banyan/domain'
import {
  type ApproverKey,
  approve,
  newApproverKey,
  payoutOrder,
  readApproverKey,
} from '@banyan/payouts'
import { type OperatorClient, signInOperator } from './operator-client.ts'
import { patientFetch } from './seed/patient-fetch.ts'
import type { Founded } from './server.ts'

/** A file with an approver's key (0600). */
export interface ApproverFile {
  publicKey: string
  privateKey: string
}

/** Those who approve payouts in a demonstration, in the role in which they do. */
export type DemoApprover = Founded['operators'][number] & { role: 'reviewer' | 'treasurer' }

export const approversAmong = (operators: Founded['operators']): DemoApprover[] =>
  operators.filter(
    (one): one is DemoApprover => one.role === 'reviewer' || one.role === 'treasurer',
  )

/** The default file of an operator's key. */
export const operatorKeyFile = (dataDir: string, name: string): string =>
  join(dataDir, 'operators', `${name}.key`)

/** Writes a new approver's key into a file that must not exist. Returns the public key. */
export async function makeApproverFile(file: string): Promise<string> {
  const pair = await newApproverKey()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(pair, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return pair.publicKey
}

/** The public key in a file, made now if it is not there. */
export async function publicKeyIn(file: string): Promise<string> {
  if (!existsSync(file)) return makeApproverFile(file)
  const { publicKey }: ApproverFile = JSON.parse(readFileSync(file, 'utf8'))
  return publicKey
}

/** The private key in a file, for signing. */
export async function approverKeyIn(file: string): Promise<ApproverKey> {
  const { privateKey }: ApproverFile = JSON.parse(readFileSync(file, 'utf8'))
  return readApproverKey(privateKey)
}

/** Registers the public keys of the demonstration's approvers with the server, each once. */
export async function registerApprovers(
  base: string,
  operators: Founded['operators'],
  dataDir: string,
): Promise<void> {
  const mark = join(dataDir, 'operators', 'registered.json')
  const approvers = approversAmong(operators)
  const keys: [DemoApprover, string][] = await Promise.all(
    approvers.map(async one => [one, await publicKeyIn(operatorKeyFile(dataDir, one.name))]),
  )
  const all = JSON.stringify(keys.map(([, key]) => key))
  if (approvers.length === 0 || (existsSync(mark) && readFileSync(mark, 'utf8') === all)) return
  await Promise.all(
    keys.map(async ([operator, publicKey]) => {
      const client = await signInOperator(base, operator, patientFetch)
      const { items } = await client.ask(payoutKeyList)
      if (items.some(one => one.publicKey === publicKey)) return
      await client.act(registerPayoutKey, { body: { publicKey } })
    }),
  )
  writeFileSync(mark, all, { mode: 0o600 })
}

/** An operator of a demonstration who is signed in, and signs orders with their key. */
export async function signInApprover(
  base: string,
  operator: { name: string; role: string; password: string },
  { key, fetch }: { key: ApproverKey; fetch?: typeof globalThis.fetch },
): Promise<OperatorClient & { sign(withdrawalId: string): Promise<string> }> {
  const client = await signInOperator(base, operator, fetch)
  const as = { role: operator.role as DemoApprover['role'], approver: operator.name }
  return {
    ...client,
    sign: async id => {
      const { order } = await client.ask(withdrawalForOperator, { params: { id } })
      return (await approve(payoutOrder.parse(order), as, key)).signature
    },
  }
}
