/** What the help says on one topic, in one language. `{{name}}` stands for a figure. */
export interface Article {
  readonly title: string
  /** What the topic is about, in one line. */
  readonly lead: string
  /** What to do, in this order. */
  readonly steps: readonly string[]
  /** Why it is so, and what else is good to know. */
  readonly why: readonly string[]
}

/** An article in both languages. */
export interface ArticleTexts {
  readonly zh: Article
  readonly en: Article
}

/** Figures by their names, as people read them. */
export type Figures = ReadonlyMap<string, string>

/** An article with its figures; one that is not known yet is an ellipsis. */
export function filled(article: Article, figures: Figures): Article {
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => figures.get(name) ?? '…')
  return {
    title: fill(article.title),
    lead: fill(article.lead),
    steps: article.steps.map(fill),
    why: article.why.map(fill),
  }
}

/** An article that a search found, with the line to show under its title. */
interface Found<Topic> {
  readonly topic: Topic
  readonly title: string
  readonly line: string
}

/**
 * The articles that contain every word, in their order; with the first sentence that contains the
 * first word, or the lead where the title does. Without words, all of them.
 */
export function found<Topic>(
  articles: readonly (readonly [Topic, Article])[],
  typed: string,
): Found<Topic>[] {
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
