import { conductCode, signConduct } from '@banyan/domain'
import { Button, Checkbox, Sheet } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, useCommand, useLanguage, useTexts } from '../../shell/index.ts'
import { statusKey } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './conduct-sheet.module.css'

interface ConductSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Signed before: it can be read again. */
  signed: boolean
}

/** The conduct code, sentence by sentence, and the signature under it. */
export function ConductSheet({ open, onOpenChange, signed }: ConductSheetProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const queries = useQueryClient()
  const sign = useCommand(signConduct)
  const [agreed, setAgreed] = useState(false)
  const send = async () => {
    const answer = await sign.run({ body: { version: conductCode.version } })
    if (!answer) return
    queries.setQueryData(statusKey, answer)
    onOpenChange(false)
    toast(t('signed'), 'ok')
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('conductTitle')}
      description={t('conductVersion', { n: conductCode.version })}
      locked={sign.pending}
      footer={
        !signed && (
          <Button wide disabled={!agreed} pending={sign.pending} onClick={() => void send()}>
            {t('sign')}
          </Button>
        )
      }
    >
      <ol className={styles.sentences}>
        {conductCode.sentences.map(sentence => (
          <li key={sentence.en}>{sentence[language]}</li>
        ))}
      </ol>
      {!signed && (
        <Checkbox
          label={t('conductAgree')}
          checked={agreed}
          onChange={event => setAgreed(event.currentTarget.checked)}
        />
      )}
    </Sheet>
  )
}
