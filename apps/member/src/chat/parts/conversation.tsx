import { type ChatMessage, type ChatPage, markChatRead } from '@banyan/domain'
import { ActionBar, Button, Moment, Note } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, QueryView, queryClient, useTexts } from '../../shell/index.ts'
import { useReadMark } from '../../shell/use-read-mark.ts'
import { chatQuery, unreadQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './chat.module.css'
import { MessageBubble } from './message-bubble.tsx'
import { WriteForm } from './write-form.tsx'

interface ConversationProps {
  tradeId: string
  /** The member's side of the trade. */
  side: 'buyer' | 'seller'
}

/** The messages of a trade, with the input at the bottom. */
export function Conversation({ tradeId, side }: ConversationProps) {
  const t = useTexts(texts)
  const query = useInfiniteQuery(chatQuery(tradeId))
  const newest = query.data?.pages[0]
  useReadMark({
    place: newest?.items[0]?.place ?? 0,
    read: newest?.read[side] ?? 0,
    report: place => api.ask(markChatRead, { params: { id: tradeId }, body: { place } }),
    reported: () => queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  })
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const messages = pages.flatMap(page => page.items).reverse()
        const now = pages[0] as ChatPage
        return (
          <>
            <div className={`page-pad ${styles.page}`}>
              {query.hasNextPage && (
                <Button
                  tone="quiet"
                  size="small"
                  pending={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('earlier')}
                </Button>
              )}
              {messages.length === 0 ? (
                <p className="sub">{t('empty')}</p>
              ) : (
                <Messages
                  messages={messages}
                  seen={now.read[side === 'buyer' ? 'seller' : 'buyer']}
                />
              )}
              {messages.some(one => one.by === 'staff') && <p className="cap">{t('staffNote')}</p>}
              {!now.writable && <Note>{t('closed')}</Note>}
            </div>
            {now.writable && (
              <ActionBar>
                <div>
                  {now.writableUntil && (
                    <p className="cap">
                      {t('until')} <Moment time={now.writableUntil} />
                    </p>
                  )}
                  <WriteForm tradeId={tradeId} />
                </div>
              </ActionBar>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

/** The conversation; a new message scrolls to its end. */
function Messages({ messages, seen }: { messages: readonly ChatMessage[]; seen: number }) {
  const t = useTexts(texts)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.place
  useEffect(() => {
    const page = end.current?.closest('main')
    if (page && last !== undefined) page.scrollTop = page.scrollHeight
  }, [last])
  const lastOwn = messages.findLast(one => one.own)
  return (
    <div role="log" aria-label={t('title')}>
      <ol className="stack">
        {messages.map(message => (
          <MessageBubble
            key={message.id}
            message={message}
            mark={message === lastOwn ? (message.place <= seen ? t('read') : t('sent')) : null}
          />
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}
