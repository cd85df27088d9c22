import { chatLimits, sayInChat } from '@banyan/domain'
import { queryClient, useCommand, useTexts } from '../../shell/index.ts'
import { type Message, MessageForm } from '../../shell/message-form.tsx'
import { chatQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './chat.module.css'

/** Sends a message to the other side of a trade. */
export function WriteForm({ tradeId }: { tradeId: string }) {
  const t = useTexts(texts)
  const say = useCommand(sayInChat, { form: `chat.say:${tradeId}` })
  const send = async (body: Message) => {
    if (!(await say.run({ params: { id: tradeId }, body }))) return false
    void queryClient.invalidateQueries({ queryKey: chatQuery(tradeId).queryKey })
    return true
  }
  return (
    <MessageForm
      className={styles.form}
      attach={t('attach')}
      write={t('write')}
      send={t('send')}
      limits={chatLimits}
      onSend={send}
    />
  )
}
