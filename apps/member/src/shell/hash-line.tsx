import { CopyText, HashText } from '@banyan/ui'
import { toast } from './app.ts'
import styles from './hash-line.module.css'
import { registerTexts, useTexts } from './texts/texts.ts'

const texts = registerTexts('hashLine', {
  zh: { copied: '复制成功' },
  en: { copied: 'Copied' },
})

/**
 * A whole hash under its label, to be copied. A chain's hash is shown without its 0x and copied
 * with it, as explorers expect. Not part of the shell's index: few pages need it.
 */
export function HashLine({ label, hash }: { label: string; hash: string }) {
  const t = useTexts(texts)
  return (
    <div className={styles.line}>
      <span className="cap">{label}</span>
      <CopyText text={hash} onCopied={() => toast(t('copied'), 'ok')}>
        <HashText hash={hash.replace(/^0x/, '')} />
      </CopyText>
    </div>
  )
}
