import { Card, Empty, Icon, List, TextField } from '@banyan/ui'
import { useState } from 'react'
import { Link, pages, useTexts } from '../../shell/index.ts'
import type { HelpTopic } from '../../shell/routes.ts'
import { type Article, found } from '../article.ts'
import { texts } from '../texts.ts'
import { topics } from '../topics.ts'
import { AskService, useIsLoggedIn } from './ask-service.tsx'
import styles from './help.module.css'

/** Every topic, or those that contain what was typed. */
export function TopicList({ articles }: { articles: readonly (readonly [HelpTopic, Article])[] }) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const items = found(articles, typed)
  const none = useIsLoggedIn() ? t('none') : t('noneForVisitors')
  return (
    <>
      <TextField
        label={t('search')}
        placeholder={t('searchHint')}
        value={typed}
        maxLength={40}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="status">{items.length === 0 && <Empty icon="search">{none}</Empty>}</div>
      {items.length > 0 && (
        <Card className={styles.card} aria-label={t('topics')}>
          <List>
            {items.map(({ topic, title, line }) => (
              <li key={topic}>
                <Link page={pages.more.help} query={{ topic }} className={styles.row}>
                  <span className={styles.tile}>
                    <Icon name={topics[topic].icon} />
                  </span>
                  <span className={styles.words}>
                    <strong>{title}</strong>
                    <span className="sub">{line}</span>
                  </span>
                  <Icon name="forward" size={16} className={styles.arrow ?? ''} />
                </Link>
              </li>
            ))}
          </List>
        </Card>
      )}
      <AskService />
    </>
  )
}
