import { Card, Empty, List, TextField } from '@banyan/ui'
import { useState } from 'react'
import { pages, TileLink, useTexts } from '../../shell/index.ts'
import type { HelpTopic } from '../../shell/routes.ts'
import { type Article, searchMatches } from '../article.ts'
import { texts } from '../texts.ts'
import { topics } from '../topics.ts'
import { AskService, useIsLoggedIn } from './ask-service.tsx'

/** Every topic, or those that contain what was typed. */
export function TopicList({ articles }: { articles: readonly (readonly [HelpTopic, Article])[] }) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const items = searchMatches(articles, typed)
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
        <Card aria-label={t('topics')}>
          <List>
            {items.map(({ topic, title, line }) => (
              <li key={topic}>
                <TileLink
                  page={pages.more.help}
                  query={{ topic }}
                  icon={topics[topic].icon}
                  title={title}
                >
                  {line}
                </TileLink>
              </li>
            ))}
          </List>
        </Card>
      )}
      <AskService />
    </>
  )
}
