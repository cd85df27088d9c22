import { askForPerson, type ServiceMessage, type ServicePage } from '@banyan/domain'
import { Button, Icon } from '@banyan/ui'
import { useState } from 'react'
import { Link, pages, queryClient, useCommand, useLanguage, useTexts } from '../../shell/index.ts'
import { hoursText } from '../hours.ts'
import { questions, questionTexts } from '../questions.ts'
import { texts } from '../texts.ts'
import { Matter } from './matters.tsx'
import styles from './service.module.css'

/** The server's automatic answer: the member's own matters, the hours, the most frequent questions. */
export function AutomaticMessage({
  message,
  page,
}: {
  message: ServiceMessage
  page: ServicePage
}) {
  const t = useTexts(texts)
  const { automatic, conversationId } = message
  if (!automatic) return null
  return (
    <div className={styles.answer}>
      <p>{t(automatic.isOpen ? 'isOpen' : 'isClosed')}</p>
      {automatic.matters.map((matter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list was written once and never changes.
        <Matter key={at} matter={matter} />
      ))}
      <Help page={page} asks={page.conversation?.id === conversationId} />
    </div>
  )
}

/** Hours, the most frequent questions, and the button to reach a person. */
export function Help({ page, asks }: { page: ServicePage; asks: boolean }) {
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <>
      <p className="sub">{hoursText(page.hours, t, language)}</p>
      <Questions />
      {asks && <PersonButton page={page} />}
    </>
  )
}

function Questions() {
  const t = useTexts(texts)
  const q = useTexts(questionTexts)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div>
      <p className="sub">{t('asked')}</p>
      <ul className={styles.questions}>
        {questions.map(([name, leads]) => (
          <li key={name}>
            <button
              type="button"
              className={styles.question}
              aria-expanded={open === name}
              onClick={() => setOpen(open === name ? null : name)}
            >
              <span>{q(`${name}.q`)}</span>
              <Icon name="down" size={16} className={styles.turn} />
            </button>
            {open === name && (
              <p className={styles.reply}>
                {q(`${name}.a`)} <a href={leads()}>{q(`${name}.go`)}</a>
              </p>
            )}
          </li>
        ))}
        <li>
          <Link page={pages.more.help} className={styles.question}>
            <span>{t('allHelp')}</span>
            <Icon name="forward" size={16} />
          </Link>
        </li>
      </ul>
    </div>
  )
}

/** Offered until a person was requested or attends to the conversation. */
function PersonButton({ page: { conversation } }: { page: ServicePage }) {
  const t = useTexts(texts)
  const ask = useCommand(askForPerson, { form: `service.askPerson:${conversation?.id ?? 'new'}` })
  const isOpen = conversation?.state === 'open'
  if (isOpen && (conversation.personAsked || conversation.isAttended)) return null
  const run = async () => {
    if (await ask.run({ body: {} })) await queryClient.invalidateQueries({ queryKey: ['service'] })
  }
  return (
    <Button tone="secondary" size="small" pending={ask.pending} onClick={() => void run()}>
      {t('askPerson')}
    </Button>
  )
}
