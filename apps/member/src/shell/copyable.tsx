import { Button, CopyText, Row, toClipboard } from '@banyan/ui'
import type { ReactNode } from 'react'
import { toast } from './app.ts'
import { registerTexts, textOf } from './texts/texts.ts'

/* Texts that can be copied, with a confirmation. Not part of the shell's index: few pages need them. */

const texts = registerTexts('shell.copyable', {
  zh: { copied: '复制成功' },
  en: { copied: 'Copied' },
})

const sayCopied = () => toast(textOf(texts)('copied'), 'ok')

/** Copies a text and confirms it. */
export async function copy(text: string): Promise<void> {
  if (await toClipboard(text)) sayCopied()
}

/** A text that a tap copies; shown as `children`, itself by default. */
export const Copyable = ({ text, children }: { text: string; children?: ReactNode }) => (
  <CopyText text={text} onCopied={sayCopied}>
    {children ?? text}
  </CopyText>
)

/** A button that copies the text beside it. */
export const CopyButton = ({ text, children }: { text: string; children: ReactNode }) => (
  <Button tone="secondary" size="small" icon="copy" onClick={() => void copy(text)}>
    {children}
  </Button>
)

/** The row of a number that never breaks over lines. */
export const NumberRow = ({ label, number }: { label: string; number: string }) => (
  <Row
    label={label}
    value={
      <Copyable text={number}>
        <span className="sub num whole">{number}</span>
      </Copyable>
    }
  />
)
