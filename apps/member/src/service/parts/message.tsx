import type { ServiceMessage, ServicePage } from '@banyan/domain'
import { Avatar, Chip, Icon } from '@banyan/ui'
import { useLanguage, useTexts } from '../../shell/index.ts'
import { MessageFiles } from '../../shell/message-files.tsx'
import { MessageText } from '../../shell/message-text.tsx'
import { texts } from '../texts.ts'
import { AutomaticMessage } from './automatic-message.tsx'
import { Pictures } from './pictures.tsx'
import styles from './service.module.css'

interface MessageProps {
  message: ServiceMessage
  page: ServicePage
  /** 已送达 or 已读 below the last own message; null below the others. */
  mark: 'sent' | 'read' | null
}

/** One message, or a line about the conversation. Its text is plain text: a link in it cannot be opened. */
export function Message({ message, page, mark }: MessageProps) {
  const t = useTexts(texts)
  const { by, event, nickname, at } = message
  if (event)
    return (
      <li className={styles.event}>
        <ClockTime time={at} /> · {t(event, { name: nickname ?? t('staffName') })}
      </li>
    )
  const name = nickname ?? t('staffName')
  return (
    <li className={styles.message} data-by={by}>
      {by === 'staff' && <Avatar name={name} size={28} />}
      <div className={styles.body}>
        <p className={styles.who}>
          {by === 'member' && <span className="visually-hidden">{t('me')}</span>}
          {by === 'staff' && (
            <>
              {name} <Chip tone="accent">{t('staff')}</Chip>
            </>
          )}
          {by === 'automatic' && t('automatic')}
          {by !== 'member' && <ClockTime time={at} />}
        </p>
        <Pictures ids={message.pictures} />
        <MessageFiles files={message.files} />
        {message.automatic ? (
          <AutomaticMessage message={message} page={page} />
        ) : (
          message.text !== '' && <MessageText text={message.text} className={styles.text} />
        )}
        {mark && (
          <p className={styles.mark}>
            <Icon name="check" size={14} /> {t(mark)}
          </p>
        )}
      </div>
    </li>
  )
}

/** The hour and minute of a message; its day is shown above it. */
function ClockTime({ time }: { time: string }) {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return (
    <time className={styles.clock} dateTime={time}>
      {new Intl.DateTimeFormat(useLanguage(), format).format(new Date(time))}
    </time>
  )
}
