/** Waits for all of them, also when one fails: nothing goes on behind the end. @throws what the first of the list failed with. */
export async function allOf(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason
}
