import { useState } from 'react'
import { Modal } from '../parts/modal.tsx'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './key-list.module.css'
import { bindingsNow } from './keys.ts'
import { keycapsOf } from './strokes.ts'

const isMac = /Mac/.test(navigator.platform)

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
              {keycapsOf(keys, isMac).map(cap => (
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
