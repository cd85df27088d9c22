import { sayInCase } from '@banyan/domain'
import { Button, classes } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  ActForm,
  Answer,
  Attachments,
  dayText,
  Panel,
  useCommand,
  useTexts,
} from '../shell/index.ts'
import styles from './appeals.module.css'
import { chatQuery } from './queries.ts'
import { appealTexts } from './texts.ts'

/** The chat of the trade, oldest first, and a word of the arbitrator, which both sides read. */
export function CaseChat(props: { id: string; now: number; onOpened: (id: string) => void }) {
  const { id, now, onOpened } = props
  const t = useTexts(appealTexts)
  const chat = useInfiniteQuery(chatQuery(id))
  const say = useCommand(sayInCase, { form: `appeals.say:${id}` })
  const messages = chat.data?.pages.flatMap(({ items }) => items).toReversed() ?? []
  const isWritable = chat.data?.pages[0]?.writable ?? false
  return (
    <Panel title={t.chat.title}>
      <Answer query={chat}>
        {() => (
          <>
            {chat.hasNextPage && (
              <Button tone="quiet" size="small" onClick={() => void chat.fetchNextPage()}>
                {t.chat.older}
              </Button>
            )}
            {messages.length === 0 && <p className="cap">{t.chat.empty}</p>}
            <div className={styles.messages}>
              {messages.map(({ id: of, by, text, pictures, files, at }) => (
                <div key={of} className={classes(styles.message, by === 'seller' && styles.seller)}>
                  <span className={styles.quiet}>
                    {by === 'staff' ? t.chat.staff : t.side[by]} · {dayText(at, now)}
                  </span>
                  {text !== '' && <span>{text}</span>}
                  <Attachments pictures={pictures} files={files} originals onOpened={onOpened} />
                </div>
              ))}
            </div>
            {isWritable ? (
              <ActForm
                label={t.chat.write}
                button={t.chat.send}
                tone="secondary"
                maxLength={1000}
                isSecondary
                pending={say.pending}
                onAct={async text => (await say.run({ params: { id }, body: { text } })) !== null}
              />
            ) : (
              <p className="cap">{t.chat.closed}</p>
            )}
          </>
        )}
      </Answer>
    </Panel>
  )
}
