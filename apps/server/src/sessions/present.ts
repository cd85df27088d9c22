import type { AccountListItem, AnswerOf, login } from '@banyan/domain'
import type { Credentials } from '../identity/index.ts'
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
