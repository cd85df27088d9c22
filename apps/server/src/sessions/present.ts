import {
  type AccountListItem,
  type AnswerOf,
  type FreezeVerdict,
  type LiveFreeze,
  type login,
  type sessionList,
  wireIdOf,
} from '@banyan/domain'
import type { Credentials } from '../identity/index.ts'
import type { DeviceLabel } from './device.ts'
import type { LoggedIn } from './login.ts'

export const presentLogin = ({ member, session }: LoggedIn): AnswerOf<typeof login> => ({
  token: session.token,
  expiresAt: session.expiresAt.toISOString(),
  user: { uuid: member.memberId, accountId: member.accountId, nickname: member.nickname },
})

/** An account as anyone with the device may see it: the account ID is masked. */
export const presentListed = (member: Credentials, lastUsedAt: Date): AccountListItem => ({
  uuid: member.memberId,
  accountId: `${member.accountId.slice(0, 2)}****${member.accountId.slice(-2)}`,
  nickname: member.nickname,
  lastUsedAt: lastUsedAt.toISOString(),
})

interface ShownSession {
  id: string
  deviceKind: string
  browser: string | null
  system: string | null
  openedAt: Date
  usedAt: Date
}

/** The calling session first, then the one used last. */
export function presentSessions(
  rows: readonly ShownSession[],
  callingId: string,
): AnswerOf<typeof sessionList> {
  const items = rows.map(row => ({
    id: wireIdOf('ses', row.id),
    device: {
      kind: row.deviceKind as DeviceLabel['kind'],
      browser: row.browser,
      system: row.system,
    },
    openedAt: row.openedAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
    current: row.id === callingId,
  }))
  return { items: [...items.filter(one => one.current), ...items.filter(one => !one.current)] }
}

export const presentFreeze = (verdict: FreezeVerdict) =>
  verdict.kind === 'refused' ? presentLive(verdict.by) : null

/** The further factor that the caller has to prove, and until when. */
export const presentAsked = (verdict: FreezeVerdict) =>
  verdict.kind === 'asked' ? { ...presentLive(verdict.by), factor: verdict.factor } : null

const presentLive = ({ until, cause }: LiveFreeze) => ({ until: until.toISOString(), cause })
