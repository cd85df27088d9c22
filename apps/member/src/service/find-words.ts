/** Whether a recovery phrase is in a text; null when the list of words could not be loaded. */
export const findsWords = async (text: string): Promise<boolean | null> => {
  const lists = await import('./recovery-words.ts').catch(() => null)
  return lists ? lists.hasRecoveryWords(text) : null
}
