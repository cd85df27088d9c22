import { rateConversation, type ServiceConversation, serviceLimits } from '@banyan/domain'
import { Button, TextInput } from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './service.module.css'

const five = [1, 2, 3, 4, 5] as const

/**
 * Requests stars and a comment after a conversation was closed, until they were given or the next
 * is opened.
 */
export function Rating({ conversation }: { conversation: ServiceConversation }) {
  const t = useTexts(texts)
  const [stars, setStars] = useState(0)
  const [text, setText] = useState('')
  const rate = useCommand(rateConversation, { form: `service.rate:${conversation.id}` })
  const submit = async () => {
    const body = { conversationId: conversation.id, stars, text }
    if (!(await rate.run({ body }))) return
    toast(t('rateThanks'), 'ok')
    await queryClient.invalidateQueries({ queryKey: ['service'] })
  }
  return (
    <div className={styles.rating}>
      <p>{t('rate')}</p>
      <fieldset className={styles.stars}>
        <legend className="visually-hidden">{t('stars')}</legend>
        {five.map(n => (
          <label key={n} data-lit={n <= stars}>
            <input
              type="radio"
              name={`stars-${conversation.id}`}
              checked={n === stars}
              onChange={() => setStars(n)}
            />
            <span className="visually-hidden">{t('starsN', { n })}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 3 2.8 5.7 6.2.9-4.5 4.4 1 6.2L12 17.3l-5.5 2.9 1-6.2L3 9.6l6.2-.9z" />
            </svg>
          </label>
        ))}
      </fieldset>
      {stars > 0 && (
        <>
          <TextInput
            aria-label={t('rateWord')}
            placeholder={t('rateWord')}
            maxLength={serviceLimits.ratingCharacters}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          <Button size="small" pending={rate.pending} onClick={() => void submit()}>
            {t('rateSend')}
          </Button>
        </>
      )}
    </div>
  )
}
