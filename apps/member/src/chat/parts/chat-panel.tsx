import { type ChatMessage, type ChatPage, markChatRead } from '@banyan/domain'
import { Button, Card, Chip, Moment, Note } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, QueryView, queryClient, useLive, useShown, useTexts } from '../../shell/index.ts'
import { chatQuery, unreadQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './chat.module.css'
import { MessageBubble } from './message-bubble.tsx'
import { WriteForm } from './write-form.tsx'

export interface ChatPanelProps {
  tradeId: string
  /** The side that the member has in the trade. */
  side: 'buyer' | 'seller'
}

/** The chat of a trade: closed to a line until it is wanted, or until something waits in it. */
export default function ChatPanel({ tradeId, side }: ChatPanelProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const unread = useQuery(unreadQuery).data?.items.find(one => one.tradeId === tradeId)?.unread ?? 0
  useLive('chat', { invalidate: ['chat'] })
  return (
    <Card
      title={t('title')}
      aside={
        <span className={styles.aside}>
          {!open && unread > 0 && <Chip tone="accent">{t('unread', { n: unread })}</Chip>}
          <Button
            tone="quiet"
            size="small"
            icon="chat"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'close' : 'open')}
          </Button>
        </span>
      }
    >
      {open && <Conversation tradeId={tradeId} side={side} />}
    </Card>
  )
}

function Conversation({ tradeId, side }: ChatPanelProps) {
  const t = useTexts(texts)
  const query = useInfiniteQuery(chatQuery(tradeId))
  const newest = query.data?.pages[0]
  useReadMark(tradeId, side, newest)
  return (
    <QueryView query={query} compact>
      {({ pages }) => {
        const messages = pages.flatMap(page => page.items).reverse()
        const now = pages[0] as ChatPage
        return (
          <div className="stack">
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
            {now.writable ? (
              <>
                {now.writableUntil && (
                  <p className="cap">
                    {t('until')} <Moment time={now.writableUntil} />
                  </p>
                )}
                <WriteForm tradeId={tradeId} />
              </>
            ) : (
              <Note>{t('closed')}</Note>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}

/** The conversation in its own frame, kept at its end unless the member has scrolled away from it. */
function Messages({ messages, seen }: { messages: readonly ChatMessage[]; seen: number }) {
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.place
  useEffect(() => {
    const element = frame.current
    if (element && last !== undefined) element.scrollTop = element.scrollHeight
  }, [last])
  const lastOwn = messages.findLast(one => one.own)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by the keyboard.
    <div ref={frame} className={styles.messages} role="log" aria-label={t('title')} tabIndex={0}>
      <ol className={styles.list}>
        {messages.map(message => (
          <MessageBubble
            key={message.id}
            message={message}
            mark={message === lastOwn ? (message.place <= seen ? t('read') : t('sent')) : null}
          />
        ))}
      </ol>
    </div>
  )
}

/** Tells the house how far the member has read, once for every message that comes into sight. */
function useReadMark(tradeId: string, side: 'buyer' | 'seller', page: ChatPage | undefined): void {
  const shown = useShown()
  const place = page?.items[0]?.place ?? 0
  const told = useRef(0)
  const tell = useEffectEvent(async () => {
    if (!page || place <= Math.max(page.read[side], told.current)) return
    told.current = place
    await api
      .ask(markChatRead, { params: { id: tradeId }, body: { place } })
      // What could not be told is told with the next message.
      .catch(() => {
        told.current = 0
      })
    await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
  })
  useEffect(() => {
    if (shown && place > 0) void tell()
  }, [shown, place])
}
