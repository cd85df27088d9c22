import type { ServiceMessage, ServicePage } from '@banyan/domain'
import { Button, Moment } from '@banyan/ui'
import { Fragment, useEffect, useRef } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { Help } from './automatic-message.tsx'
import { Message } from './message.tsx'
import { Rating } from './rating.tsx'
import styles from './service.module.css'

interface ThreadProps {
  /** Newest first, as the server returns them. */
  pages: readonly ServicePage[]
  earlier: { has: boolean; pending: boolean; load: () => void }
}

/** The day is shown above a message that comes this long after the previous one. */
const PAUSE_MS = 10 * 60_000

/** The conversation, scrolled to its end when a message arrives. */
export function Thread({ pages, earlier }: ThreadProps) {
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const newest = pages[0] as ServicePage
  const messages = pages.flatMap(page => page.items).reverse()
  const last = messages.at(-1)?.place
  useEffect(() => {
    const element = frame.current
    if (element && last !== undefined) element.scrollTop = element.scrollHeight
  }, [last])
  const lastOwn = messages.findLast(one => one.by === 'member')
  const { conversation } = newest
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard.
    <div ref={frame} className={styles.thread} role="log" aria-label={t('log')} tabIndex={0}>
      {earlier.has && (
        <Button tone="quiet" size="small" pending={earlier.pending} onClick={earlier.load}>
          {t('earlier')}
        </Button>
      )}
      {messages.length === 0 && (
        <div className={styles.answer}>
          <p>{t('hello')}</p>
          <Help page={newest} asks />
        </div>
      )}
      <ol className={styles.messages}>
        {messages.map((message, at) => (
          <Fragment key={message.id}>
            {isAfterPause(messages[at - 1], message) && (
              <li className={styles.event}>
                <Moment time={message.at} />
              </li>
            )}
            <Message
              message={message}
              page={newest}
              mark={
                message === lastOwn ? (message.place <= newest.read.staff ? 'read' : 'sent') : null
              }
            />
          </Fragment>
        ))}
      </ol>
      {conversation?.state === 'closed' && conversation.rating === null && (
        <Rating key={conversation.id} conversation={conversation} />
      )}
    </div>
  )
}

const isAfterPause = (before: ServiceMessage | undefined, message: ServiceMessage): boolean =>
  !message.event &&
  (before === undefined || Date.parse(message.at) - Date.parse(before.at) > PAUSE_MS)
