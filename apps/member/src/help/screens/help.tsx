import { useQuery } from '@tanstack/react-query'
import { pages, useLanguage, useLive, usePageQuery } from '../../shell/index.ts'
import { topicsOfHelp } from '../../shell/routes.ts'
import { filled } from '../article.ts'
import { figuresOf } from '../figures.ts'
import { TopicList } from '../parts/topic-list.tsx'
import { TopicPage } from '../parts/topic-page.tsx'
import { bookQuery } from '../queries.ts'
import { topics } from '../topics.ts'

/** The guide for members: a list of topics that can be searched, or one topic. Public. */
export default function HelpScreen() {
  const { topic } = usePageQuery(pages.more.help)
  const language = useLanguage()
  const book = useQuery(bookQuery(language))
  useLive('rules', { invalidate: ['rules'] })
  const figures = figuresOf(language, book.data)
  const isComplete = book.data !== undefined
  const articles = topicsOfHelp.map(name => {
    const text = topics[name].texts[language === 'en' ? 'en' : 'zh']
    return [name, filled(text, figures, isComplete)] as const
  })
  return (
    <div className="page-pad stack">
      {topic === null ? (
        <TopicList articles={articles} />
      ) : (
        <TopicPage topic={topic} articles={new Map(articles)} book={book} />
      )}
    </div>
  )
}
