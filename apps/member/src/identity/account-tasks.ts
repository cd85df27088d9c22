import type { AnswerOf, emailStatus, getReceivingAccount } from '@banyan/domain'

/** What protects an account and is still to be done. */
export type AccountTask = 'email' | 'receiving'

/** What is still to be done, the most urgent first, and how many such things there are for this account. */
export function tasksOf(
  email: AnswerOf<typeof emailStatus>,
  account: Pick<AnswerOf<typeof getReceivingAccount>, 'bsc' | 'tron'>,
): { open: readonly AccountTask[]; all: number } {
  const isOpen: Readonly<Record<AccountTask, boolean>> = {
    email: email.offered && email.bound === null,
    receiving: !account.bsc && !account.tron,
  }
  const all: readonly AccountTask[] = email.offered ? ['email', 'receiving'] : ['receiving']
  return { open: all.filter(one => isOpen[one]), all: all.length }
}
