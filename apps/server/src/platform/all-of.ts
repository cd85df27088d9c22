/**
 * Waits for all of them even when one fails, so that nothing continues in the background.
 * @throws the error of the first failed one in the list.
 */
export async function allOf(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason
}
