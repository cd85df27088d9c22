import { CopyText } from '@banyan/ui'
import type { ReactNode } from 'react'
import { toast, useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'

/** A text that can be copied; the member is told that it was. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  const t = useTexts(tradeTexts)
  return (
    <CopyText text={text} onCopied={() => toast(t('copied'), 'ok')}>
      {children ?? text}
    </CopyText>
  )
}
