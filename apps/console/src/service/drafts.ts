/** What was begun and not sent, by conversation: it outlives the lock and another page, not the tab. */
const drafts = new Map<string, string>()

export const draftOf = (id: string): string => drafts.get(id) ?? ''

export function keepDraft(id: string, text: string): void {
  if (text === '') drafts.delete(id)
  else drafts.set(id, text)
}
