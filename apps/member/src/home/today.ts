const DAY_MS = 86_400_000

/** What a settlement paid, if it was the last one that was due; otherwise nothing was paid today. */
export const ofToday = (last: { at: string; amount: string } | null, nextCutoff: string): string =>
  last && Date.parse(last.at) + DAY_MS >= Date.parse(nextCutoff) ? last.amount : '0'
