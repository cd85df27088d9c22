import type { AnswerOf, emailStatus, getReceivingAccount } from '@banyan/domain'

/** Open tasks that protect an account. */
export type AccountTask = 'email' | 'receiving' | 'contact'

/**
 * Returns the open tasks, the most urgent first, and how many tasks there are for this account. A
 * receiving account from before the contact was required has the task to add it.
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
