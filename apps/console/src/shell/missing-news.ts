/** Money acts wait once news have been missing for so long: what is shown may be old. */
const lockAfterMs = 10_000

interface News {
  /** Why news do not arrive now; null while they do. */
  trouble(): unknown
  onTrouble(changed: () => void): void
}

/** Follows the stream of news. Returns whether money acts are locked because it is lost. */
export function openMissingNews(news: News, now: () => number): () => boolean {
  let since: number | null = null
  news.onTrouble(() => {
    since = news.trouble() === null ? null : (since ?? now())
  })
  return () => since !== null && now() - since > lockAfterMs
}
