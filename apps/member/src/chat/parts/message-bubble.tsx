import type { ChatMessage } from '@banyan/domain'
import { Chip, RelativeTime } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { MessageFiles } from '../../shell/message-files.tsx'
import { MessagePictures } from '../../shell/message-pictures.tsx'
import { MessageText } from '../../shell/message-text.tsx'
import { texts } from '../texts.ts'
import styles from './chat.module.css'

/** One message. Its text is plain text: a link in it cannot be opened. */
export function MessageBubble({ message, mark }: { message: ChatMessage; mark: string | null }) {
  const t = useTexts(texts)
  const { own, by, text, pictures, files, at } = message
  return (
    <li className={styles.message} data-own={own} data-staff={by === 'staff'}>
      <span className={`cap ${styles.who}`}>
        {by === 'staff' ? <Chip tone="warn">{t('staff')}</Chip> : t(own ? 'me' : by)}
        <RelativeTime time={at} />
      </span>
      {text !== '' && <MessageText text={text} className={styles.text} />}
      {text === '' && pictures.length + files.length === 0 && <p className="cap">{t('gone')}</p>}
      <MessagePictures
        ids={pictures}
        className={styles.pictures}
        pictureClassName={styles.picture}
      />
      <MessageFiles files={files} />
      {mark && <span className="cap">{mark}</span>}
    </li>
  )
}
