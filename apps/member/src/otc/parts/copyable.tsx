import { Button, CopyText, toClipboard } from '@banyan/ui'
import type { ReactNode } from 'react'
import { toast, useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'

/** A text that can be copied, with a confirmation. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  const t = useTexts(tradeTexts)
  return (
    <CopyText text={text} onCopied={() => toast(t('copied'), 'ok')}>
      {children ?? text}
    </CopyText>
  )
}

/** A button that copies the text beside it. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const t = useTexts(tradeTexts)
  const copy = async () => {
    if (await toClipboard(text)) toast(t('copied'), 'ok')
  }
  return (
    <Button tone="secondary" size="small" icon="copy" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
