import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutoffOf, periodAt } from '@banyan/economy'
import type { ApproverKey } from '@banyan/payouts'
import type { TestChain } from '../testchain/index.ts'
import type { DataFolder } from './data-folder.ts'
import type { Email } from './mail/index.ts'
import { StartRefused } from './refusal.ts'
import type { Founded } from './server.ts'

/** A person of the demo community as whom a visitor may log in. */
export interface DemoAccount {
  accountId: string
  nickname: string
  loginPassword: string
  paymentPassword: string
  /** What a visitor finds with them. */
  about: string
}

/** The input of the seeding: a running system with test hooks on, and its chain. */
export interface SeedContext {
  /** Of a server on a private port, with TEST_HOOKS=1 and wide rate limits. */
  baseUrl: string
  /** Where the same server answers operators. */
  operatorsUrl: string
  /** Its clock starts on the first day; the seeding brings it to now. */
  chain: TestChain
  rootInviteCode: string
  /** Of the demonstration, with their passwords. */
  operators: Founded['operators']
  /** The private key with which an operator of the demonstration approves payouts. */
  approverKey(name: string): Promise<ApproverKey>
  /** Midnight of the platform's time zone before the founding. */
  firstDay: Date
  /** Days of the community's life before today. */
  demoDays: number
  /** The e-mails to an address, newest first; null where e-mails are really sent. */
  emails: ((to: string) => Email[]) | null
  /** Shows the progress on the console. */
  progress(text: string): void
}

/** `seed/index.ts` exports one of these as `seedDemoCommunity`. */
export type SeedDemo = (context: SeedContext) => Promise<DemoAccount[]>

/** The demo community's life so far. */
export const demoDays = 45

/** Midnight of the platform's time zone on the first day of a community that has lived until now. */
export function firstDayBefore(now: Date): Date {
  return new Date(cutoffOf(periodAt(now)).getTime() - (demoDays + 1) * 86_400_000)
}

/** The platform is founded in the morning of its first day, before its people join. */
export const foundingHour = 8

function markOf(folder: Pick<DataFolder, 'root'>) {
  return join(folder.root, 'seeding')
}

/**
 * Refuses a folder whose first start was interrupted: half a community is useless, and only people
 * may delete data.
 */
export function requireWholeSeeding(folder: Pick<DataFolder, 'root'>) {
  if (!existsSync(markOf(folder))) return
  throw new StartRefused(
    `The first start over ${folder.root} was interrupted while it prepared the demo community, so the ` +
      'data there is incomplete: move that folder away or delete it, then run npm start again.',
  )
}

/** Runs the seeding once, with a mark that stays if it is interrupted. */
export async function seed(
  folder: DataFolder,
  context: SeedContext,
  seedDemoCommunity: SeedDemo,
): Promise<void> {
  const accounts = await seedDemoCommunity(context)
  const file = `${folder.demoAccounts}.new`
  writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  renameSync(file, folder.demoAccounts)
  rmSync(markOf(folder))
}

/** Set before the first thing is written with a clock that is not today's. */
export function markSeeding(folder: DataFolder) {
  writeFileSync(markOf(folder), `${new Date().toISOString()}\n`)
}

export function readDemoAccounts(folder: DataFolder): DemoAccount[] {
  if (!existsSync(folder.demoAccounts)) return []
  return JSON.parse(readFileSync(folder.demoAccounts, 'utf8'))
}
