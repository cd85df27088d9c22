import type { AnswerOf, emailStatus, getReceivingAccount } from '@banyan/domain'

/** What protects an account and is still to be done. */
export type Todo = 'email' | 'receiving'

/** What is still to be done, the most urgent first, and how many such things there are for this account. */
export function todosOf(
  email: AnswerOf<typeof emailStatus>,
  account: Pick<AnswerOf<typeof getReceivingAccount>, 'bsc' | 'tron'>,
): { open: readonly Todo[]; all: number } {
  const isOpen: Readonly<Record<Todo, boolean>> = {
    email: email.offered && email.bound === null,
    receiving: !account.bsc && !account.tron,
  }
  const all: readonly Todo[] = email.offered ? ['email', 'receiving'] : ['receiving']
  return { open: all.filter(one => isOpen[one]), all: all.length }
}
