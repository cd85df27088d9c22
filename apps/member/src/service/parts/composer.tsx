import { serviceLimits, writeToService } from '@banyan/domain'
import { Icon } from '@banyan/ui'
import { useState } from 'react'
import { queryClient, session, toast, useCommand, useTexts } from '../../shell/index.ts'
import { type Message, MessageForm } from '../../shell/message-form.tsx'
import { findsWords } from '../find-words.ts'
import { texts } from '../texts.ts'
import styles from './service.module.css'

/** Writes to the service, unless the text has a member's words in it. A closed account sends no pictures. */
export function Composer() {
  const t = useTexts(texts)
  const [warned, setWarned] = useState(false)
  const write = useCommand(writeToService, { form: 'service.write' })
  const send = async (body: Message) => {
    const hasWords = await findsWords(body.text)
    if (hasWords === null) {
      toast(t('checkFailed'), 'danger')
      return false
    }
    setWarned(hasWords)
    if (hasWords || !(await write.run({ body }))) return false
    void queryClient.invalidateQueries({ queryKey: ['service'] })
    return true
  }
  return (
    <MessageForm
      className={styles.composer}
      attach={t('attach')}
      write={t('write')}
      send={t('send')}
      sending={t('sending')}
      limits={serviceLimits}
      attachable={!session.isVisiting}
      onTyped={() => setWarned(false)}
      onSend={send}
    >
      {warned && (
        <p className={styles.warning} role="alert">
          <Icon name="warning" size={18} className={styles.icon} /> {t('wordsFound')}
        </p>
      )}
      <p className={styles.never}>
        <Icon name="shield" size={14} className={styles.icon} /> {t('neverAsks')}
      </p>
    </MessageForm>
  )
}
