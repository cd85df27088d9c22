import { useTexts } from '../shell/index.ts'
import type { PublishDraft, PublishProblem } from './publish-figures.ts'
import { publishTexts } from './publish-texts.ts'

/** Returns the problems of a draft, a sentence for each field. */
export function useProblemTexts() {
  const t = useTexts(publishTexts)
  return (problems: readonly PublishProblem[]): Partial<Record<keyof PublishDraft, string>> =>
    Object.fromEntries(
      problems.map(({ field, text, slots }) => [
        field,
        t(`publish.${text}` as 'publish.outsideBand', slots as { low: string; high: string }),
      ]),
    )
}
