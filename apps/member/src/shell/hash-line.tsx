import { HashText } from '@banyan/ui'
import { Copyable } from './copyable.tsx'
import styles from './hash-line.module.css'

/**
 * A whole hash under its label, to be copied. A chain's hash is shown without its 0x and copied
 * with it, as explorers expect. Not part of the shell's index: few pages need it.
 */
export const HashLine = ({ label, hash }: { label: string; hash: string }) => (
  <div className={styles.line}>
    <span className="cap">{label}</span>
    <Copyable text={hash}>
      <HashText hash={hash.replace(/^0x/, '')} />
    </Copyable>
  </div>
)
