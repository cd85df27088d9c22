import { appealSuspension } from '@banyan/domain'
import { Button, Sheet, TextAreaField } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { inputOf, schemaResolver, showIssues } from '../../shell/form.ts'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { statusKey } from '../queries.ts'
import { texts } from '../texts.ts'

const MOST = 500

/** An appeal against a suspension; the typed text stays when it cannot be sent. */
export function AppealSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const form = useForm({
    resolver: schemaResolver(appealSuspension.body),
    defaultValues: { text: '' },
  })
  const appeal = useCommand(appealSuspension, { onRefused: refusal => showIssues(form, refusal) })
  const send = form.handleSubmit(async body => {
    const answer = await appeal.run({ body })
    if (!answer) return
    queries.setQueryData(statusKey, answer)
    props.onOpenChange(false)
    toast(t('appealSent'), 'ok')
  })
  return (
    <Sheet
      {...props}
      title={t('appealTitle')}
      description={t('appealHint')}
      locked={appeal.pending}
      footer={
        <Button wide pending={appeal.pending} onClick={() => void send()}>
          {t('appealSend')}
        </Button>
      }
    >
      <TextAreaField
        label={t('appealLabel')}
        rows={6}
        maxLength={MOST}
        {...inputOf(form, 'text')}
      />
    </Sheet>
  )
}
