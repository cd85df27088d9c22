import type { PushKind } from '@banyan/domain'

const key = 'banyan.push'

/** An account's choice on this device, and its subscription. No kinds: its member does not want any. */
export interface PushMemory {
  kinds: readonly PushKind[]
  /** The browser's address at its push service, and the language of the messages. */
  endpoint: string | null
  language: string
}

type Memories = Readonly<Record<string, PushMemory>>

/** The choice of each account of this device, by the account's uuid. */
export function pushMemories(): Memories {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return kept !== null && typeof kept === 'object' ? (kept as Memories) : {}
  } catch {
    return {}
  }
}

export const rememberPush = (account: string, memory: PushMemory): void =>
  keep({ ...pushMemories(), [account]: memory })

/** Keeps only choices of accounts that are still on this device. */
export function forgetOtherPush(accounts: readonly string[]): void {
  const left = Object.entries(pushMemories()).filter(([account]) => accounts.includes(account))
  keep(Object.fromEntries(left))
}

function keep(memories: Memories): void {
  try {
    localStorage.setItem(key, JSON.stringify(memories))
  } catch {}
}
