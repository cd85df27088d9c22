import { Card, List, Row } from '@banyan/ui'
import { href, pages, useLanguage, usePageTitle, useTexts } from '../../shell/index.ts'
import { type HelpTopic, topicsOfHelp } from '../../shell/routes.ts'
import type { Article } from '../article.ts'
import type { numbersOf } from '../figures.ts'
import { texts } from '../texts.ts'
import { topics } from '../topics.ts'
import { AskService } from './ask-service.tsx'
import styles from './help.module.css'

interface TopicPageProps {
  topic: HelpTopic
  articles: ReadonlyMap<HelpTopic, Article>
  /** The numbers of the rules in force; none before they are known. */
  numbers: ReturnType<typeof numbersOf>
}

/** One topic: what to do first, why afterwards, then the pages where it is done. */
export function TopicPage({ topic, articles, numbers }: TopicPageProps) {
  const t = useTexts(texts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  const { title, steps, why } = articles.get(topic) as Article
  const { ways, numbers: named = [] } = topics[topic]
  const listed = named.flatMap(name => numbers.filter(one => one.name === name))
  const next = topicsOfHelp[topicsOfHelp.indexOf(topic) + 1]
  usePageTitle(title)
  return (
    <>
      <Card title={t('steps')}>
        <ol className={styles.steps}>
          {steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
      {listed.length > 0 && (
        <Card title={t('figures')}>
          <List>
            {listed.map(number => (
              <Row key={number.name} label={number.title} value={number.figure} />
            ))}
          </List>
        </Card>
      )}
      <Card title={t('why')}>
        <ul className={styles.reasons}>
          {why.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Card>
      <Card title={t('pages')}>
        <List>
          {ways.map(way => (
            <Row key={way.path} label={way.title[tongue]} href={href(way)} />
          ))}
          {next && (
            <Row
              label={t('next', { title: articles.get(next)?.title ?? '' })}
              href={href(pages.more.help, { topic: next })}
            />
          )}
        </List>
      </Card>
      <AskService />
    </>
  )
}
