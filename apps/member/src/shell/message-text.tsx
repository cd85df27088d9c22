import { Button, toClipboard, useLongPress } from '@banyan/ui'
import { useState } from 'react'
import { toast } from './app.ts'
import { registerTexts, useTexts } from './texts/texts.ts'

const texts = registerTexts('shell.message', {
  zh: { copy: '复制', copied: '复制成功' },
  en: { copy: 'Copy', copied: 'Copied' },
})

/** The text of a message in any conversation: a long press copies it; a tap shows a button for the same. */
export function MessageText({ text, className }: { text: string; className?: string | undefined }) {
  const t = useTexts(texts)
  const [offers, setOffers] = useState(false)
  const copy = async () => {
    if (await toClipboard(text)) toast(t('copied'), 'ok')
    setOffers(false)
  }
  const press = useLongPress(() => void copy())
  return (
    <>
      <button
        type="button"
        className={className}
        aria-expanded={offers}
        onClick={() => setOffers(!offers)}
        {...press}
      >
        {text}
      </button>
      {offers && (
        <Button tone="quiet" size="small" icon="copy" onClick={() => void copy()}>
          {t('copy')}
        </Button>
      )}
    </>
  )
}
