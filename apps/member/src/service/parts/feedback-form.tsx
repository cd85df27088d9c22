import { type FeedbackType, feedbackTypes, sendFeedback, serviceLimits } from '@banyan/domain'
import { Button, Card, Segmented, TextAreaField } from '@banyan/ui'
import { type FormEvent, useState } from 'react'
import { Attachments } from '../../shell/attachments.tsx'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { useUploads } from '../../shell/use-uploads.ts'
import { feedbackTexts } from '../feedback-texts.ts'
import { findsWords } from '../find-words.ts'
import { feedbackQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Sends feedback; the input stays until the server has it. */
export function FeedbackForm() {
  const t = useTexts(feedbackTexts)
  const s = useTexts(texts)
  const [type, setType] = useState<FeedbackType>('problem')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [warned, setWarned] = useState(false)
  const uploads = useUploads()
  const send = useCommand(sendFeedback, { form: 'service.sendFeedback' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(text.trim() === '')
    if (text.trim() === '' || uploads.waits) return
    const hasWords = await findsWords(text)
    setWarned(hasWords === true)
    if (hasWords === null) return toast(s('checkFailed'), 'danger')
    if (hasWords || !(await send.run({ body: { type, text, ...uploads.body() } }))) return
    toast(t('submitted'), 'ok')
    // Text typed meanwhile is the next feedback.
    setText(now => (now === text ? '' : now))
    uploads.clear()
    await queryClient.invalidateQueries({ queryKey: feedbackQuery.queryKey })
  }
  return (
    <Card>
      <form className="stack" onSubmit={event => void submit(event)} noValidate>
        <Segmented
          label={t('type')}
          value={type}
          choices={feedbackTypes.map(value => ({ value, label: t(value) }))}
          onValueChange={setType}
        />
        <TextAreaField
          label={t('text')}
          error={missing ? t('needed') : warned ? s('wordsFound') : undefined}
          rows={4}
          placeholder={t('textHint')}
          maxLength={serviceLimits.feedbackCharacters}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setMissing(false)
            setWarned(false)
          }}
        />
        <div>
          <p className="sub">{t('pictures', { max: serviceLimits.feedbackPictures })}</p>
          <Attachments uploads={uploads} max={serviceLimits.feedbackPictures} />
        </div>
        <Button wide type="submit" pending={send.pending} disabled={uploads.waits}>
          {t('submit')}
        </Button>
      </form>
    </Card>
  )
}
