import { Button, useLongPress } from '@banyan/ui'
import { useState } from 'react'
import { copy } from './copyable.tsx'
import { registerTexts, useTexts } from './texts/texts.ts'

const texts = registerTexts('shell.message', {
  zh: { copy: '复制' },
  en: { copy: 'Copy' },
})

/** The text of a message in any conversation: a long press copies it; a tap shows a button for the same. */
export function MessageText({ text, className }: { text: string; className?: string | undefined }) {
  const t = useTexts(texts)
  const [offers, setOffers] = useState(false)
  const copyText = () => void copy(text).then(() => setOffers(false))
  const press = useLongPress(copyText)
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
        <Button tone="quiet" size="small" icon="copy" onClick={copyText}>
          {t('copy')}
        </Button>
      )}
    </>
  )
}
