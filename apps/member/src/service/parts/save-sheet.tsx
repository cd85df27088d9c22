import { Button, Sheet } from '@banyan/ui'
import { useState } from 'react'
import { failureText, toast, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { saveThread } from '../transcript.ts'

/** Saves the conversation as a file of one of two kinds. */
export function SaveSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTexts(texts)
  const [pending, setPending] = useState(false)
  const save = async (format: 'txt' | 'json') => {
    setPending(true)
    try {
      toast(t((await saveThread(format, t)) ? 'saved' : 'nothingToSave'))
      props.onOpenChange(false)
    } catch (error) {
      toast(failureText(error), 'danger')
    } finally {
      setPending(false)
    }
  }
  return (
    <Sheet {...props} title={t('save')} locked={pending}>
      <div className="stack">
        <Button wide tone="secondary" pending={pending} onClick={() => void save('txt')}>
          {t('saveText')}
        </Button>
        <Button wide tone="secondary" pending={pending} onClick={() => void save('json')}>
          {t('saveJson')}
        </Button>
      </div>
    </Sheet>
  )
}
