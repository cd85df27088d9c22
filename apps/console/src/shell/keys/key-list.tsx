import { useState } from 'react'
import { Modal } from '../parts/modal.tsx'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './key-list.module.css'
import { keycapsHere } from './keycaps.ts'
import { bindingsNow } from './keys.ts'

/** Every key that does something on the present page. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts)
  const [bindings] = useState(() => bindingsNow().filter(({ isQuiet }) => !isQuiet))
  return (
    <Modal title={t.keys.title} onClose={onClose}>
      <p className="cap">{t.keys.hint}</p>
      <dl className={styles.list}>
        {bindings.map(({ keys, label }) => (
          <div key={keys} className={styles.row}>
            <dt>
              {keycapsHere(keys).map(cap => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
