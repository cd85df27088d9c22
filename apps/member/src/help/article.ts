/** What the help says on one topic, in one language. */
export interface Article<L = string> {
  readonly title: string
  /** What the topic is about, in one line. */
  readonly lead: string
  /** What to do, in this order. */
  readonly steps: readonly L[]
  /** Why it is so, and what else is good to know. */
  readonly why: readonly L[]
}

/**
 * A line of an article; `{{name}}` stands for a figure. Older rules in force may lack a figure that the
 * line names, or the rule that it tells of: then it is left out, or says something else.
 */
export type Line =
  | string
  | {
      readonly text: string
      /** A number of the rule book without which the line is not true. */
      readonly needs?: string
      /** What is said instead. */
      readonly otherwise?: string
    }

/** An article in both languages, before its figures are known. */
export interface ArticleTexts {
  readonly zh: Article<Line>
  readonly en: Article<Line>
}

/** Figures by their names, as people read them. */
export type Figures = ReadonlyMap<string, string>

const slot = /\{\{(\w+)\}\}/g

/** The names of the figures in a text. */
export const slotsOf = (text: string): string[] =>
  [...text.matchAll(slot)].map(([, name]) => name as string)

/**
 * An article with its figures. Before the rule book is known (`isComplete` false) a figure that is missing
 * is an ellipsis; afterwards its line is left out.
 */
export function filled(article: Article<Line>, figures: Figures, isComplete: boolean): Article {
  const fill = (text: string) =>
    text.replace(slot, (_, name: string) => figures.get(name) ?? unknownFigure)
  const lines = (all: readonly Line[]) =>
    all.flatMap(line => {
      const { text, needs, otherwise } = typeof line === 'string' ? { text: line } : line
      const names = [...slotsOf(text), ...(needs ? [needs] : [])]
      if (!isComplete || names.every(name => figures.has(name))) return fill(text)
      return otherwise === undefined ? [] : fill(otherwise)
    })
  return { ...article, steps: lines(article.steps), why: lines(article.why) }
}

const unknownFigure = '…'

/** Whether an article waits for a figure. */
export const waitsForFigures = ({ steps, why }: Article): boolean =>
  [...steps, ...why].some(line => line.includes(unknownFigure))

/** An article that a search found, with the line to show under its title. */
interface SearchMatch<Topic> {
  readonly topic: Topic
  readonly title: string
  readonly line: string
}

/**
 * The articles that contain every word, in their order; with the first sentence that contains the
 * first word, or the lead where the title does. Without words, all of them.
 */
export function searchMatches<Topic>(
  articles: readonly (readonly [Topic, Article])[],
  typed: string,
): SearchMatch<Topic>[] {
  const words = typed
    .toLowerCase()
    .split(/[\s，。、,.]+/)
    .filter(Boolean)
  return articles.flatMap(([topic, { title, lead, steps, why }]) => {
    const lines = [title, lead, ...steps, ...why]
    const all = lines.join('\n').toLowerCase()
    if (!words.every(word => all.includes(word))) return []
    const at = lines.findIndex(line => line.toLowerCase().includes(words[0] ?? ''))
    return [{ topic, title, line: at <= 1 ? lead : (lines[at] ?? lead) }]
  })
}
