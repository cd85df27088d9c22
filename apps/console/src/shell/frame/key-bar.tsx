import { useSyncExternalStore } from 'react'
import { keycapsHere } from '../keys/keycaps.ts'
import { bindingsNow, onBindings } from '../keys/keys.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './key-bar.module.css'

/** So many keys of the page are named; the list has all of them. */
const named = 7

const textNow = () =>
  JSON.stringify(
    bindingsNow()
      .filter(({ keys, isQuiet }) => !isQuiet && keys !== '?' && !keys.startsWith('g '))
      .slice(0, named)
      .map(({ keys, label }) => [keys, label]),
  )

/** The keys of the present page, along its lower edge. */
export function KeyBar({ onAll }: { onAll: () => void }) {
  const t = useTexts(shellTexts)
  const bindings = JSON.parse(useSyncExternalStore(onBindings, textNow)) as [string, string][]
  return (
    <footer className={styles.bar}>
      {bindings.map(([keys, label]) => (
        <span key={keys} className={styles.key}>
          {keycapsHere(keys).map(cap => (
            <kbd key={cap}>{cap}</kbd>
          ))}
          {label}
        </span>
      ))}
      <button type="button" className={styles.all} onClick={onAll}>
        <kbd>?</kbd> {t.allKeys}
      </button>
    </footer>
  )
}
