import { CopyText, HashText } from '@banyan/ui'
import { toast, useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import styles from './proof.module.css'

/** A whole hash under its name, to be copied. */
export function HashLine({ label, hash }: { label: string; hash: string }) {
  const t = useTexts(proofTexts)
  return (
    <div className={styles.hash}>
      <span className="cap">{label}</span>
      <CopyText text={hash} onCopied={() => toast(t('copied'), 'ok')}>
        <HashText hash={hash} />
      </CopyText>
    </div>
  )
}
