import type {
  AnswerOf,
  createAccount,
  getReceivingAccount,
  me,
  setReceivingAccount,
} from '@banyan/domain'
import type { CreatedAccount } from './accounts.ts'
import type { ReceivingAccount } from './receiving-account.ts'
import type { OwnFacts } from './store.ts'

export const presentCreated = (account: CreatedAccount): AnswerOf<typeof createAccount> => ({
  uuid: account.id,
  accountId: account.accountId,
  nickname: account.nickname,
})

export const presentOwnFacts = (facts: OwnFacts): AnswerOf<typeof me> => ({
  uuid: facts.id,
  accountId: facts.accountId,
  nickname: facts.nickname,
  inviteCode: facts.inviteCode,
  inviterNickname: facts.inviterNickname,
  createdAt: facts.createdAt.toISOString(),
})

/** Before anything is entered, the account is shown without addresses. */
export const presentReceivingAccount = (
  account: ReceivingAccount | null,
): AnswerOf<typeof getReceivingAccount> & AnswerOf<typeof setReceivingAccount> => ({
  bsc: account?.bsc ?? null,
  tron: account?.tron ?? null,
  contact: account?.contact ?? null,
  changedAt: account?.changedAt.toISOString() ?? null,
})
