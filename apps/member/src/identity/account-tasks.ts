import type { AnswerOf, emailStatus, getReceivingAccount } from '@banyan/domain'

/** What protects an account and is still to be done. */
export type AccountTask = 'email' | 'receiving' | 'contact'

/**
 * What is still to be done, the most urgent first, and how many such things there are for this account. A receiving
 * account of before the contact was required asks for it.
 */
export function tasksOf(
  email: AnswerOf<typeof emailStatus>,
  account: Pick<AnswerOf<typeof getReceivingAccount>, 'bsc' | 'tron' | 'contact'>,
): { open: readonly AccountTask[]; all: number } {
  const isPaid = account.bsc !== null || account.tron !== null
  const isOpen: Readonly<Record<AccountTask, boolean>> = {
    email: email.offered && email.bound === null,
    receiving: !isPaid,
    contact: isPaid && account.contact === null,
  }
  const ofAccount: AccountTask = isOpen.contact ? 'contact' : 'receiving'
  const all: readonly AccountTask[] = email.offered ? ['email', ofAccount] : [ofAccount]
  return { open: all.filter(one => isOpen[one]), all: all.length }
}
