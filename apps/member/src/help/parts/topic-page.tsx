import { Card, List, Row } from '@banyan/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  href,
  nav,
  pages,
  QueryView,
  useLanguage,
  usePageTitle,
  useTexts,
} from '../../shell/index.ts'
import { type HelpTopic, topicsOfHelp } from '../../shell/routes.ts'
import { type Article, waitsForFigures } from '../article.ts'
import type { Book } from '../figures.ts'
import { texts } from '../texts.ts'
import { topics } from '../topics.ts'
import { AskService } from './ask-service.tsx'
import styles from './help.module.css'
import { NumberCard } from './number-card.tsx'

interface TopicPageProps {
  topic: HelpTopic
  articles: ReadonlyMap<HelpTopic, Article>
  /** The rules in force. */
  book: UseQueryResult<Book>
}

/** One topic: what to do first, why afterwards, then the pages where it is done. */
export function TopicPage({ topic, articles, book }: TopicPageProps) {
  const t = useTexts(texts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  const article = articles.get(topic) as Article
  const { title, steps, why } = article
  const { ways, numbers } = topics[topic]
  const next = topicsOfHelp[topicsOfHelp.indexOf(topic) + 1]
  usePageTitle(title)
  return (
    <>
      <Card title={t('steps')}>
        {/* biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list. */}
        <ol role="list" className={styles.steps}>
          {steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
      {numbers && <NumberCard book={book} names={numbers} />}
      <Card title={t('why')}>
        {/* biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list. */}
        <ul role="list" className={styles.reasons}>
          {why.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Card>
      {!numbers && <MissingFigures article={article} book={book} />}
      <Card title={t('pages')}>
        <List>
          {ways.map(way => (
            <Row key={way.path} label={way.title[tongue]} href={href(way)} />
          ))}
          {next && (
            <Row
              label={t('next', { title: articles.get(next)?.title ?? '' })}
              href={href(pages.more.help, { topic: next })}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                // Going back leads to the list, not through every topic that was read.
                event.preventDefault()
                nav.replace(pages.more.help, { topic: next })
              }}
            />
          )}
        </List>
      </Card>
      <AskService />
    </>
  )
}

/** That the figures of an article did not load, and a tap to load them again. */
function MissingFigures({ article, book }: { article: Article } & Pick<TopicPageProps, 'book'>) {
  if (!book.isLoadingError || !waitsForFigures(article)) return null
  return (
    <Card>
      <QueryView query={book} compact>
        {() => null}
      </QueryView>
    </Card>
  )
}
