import { IconButton } from '@banyan/ui'
import type { ReactNode } from 'react'
import { openHere } from '../navigation.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './columns.module.css'

/** A table with the panel of its open row. */
export const Split = ({ list, panel }: { list: ReactNode; panel: ReactNode }) => (
  <div className={styles.split} data-open={panel !== null}>
    <div className={styles.list}>{list}</div>
    {panel !== null && <aside className={styles.panel}>{panel}</aside>}
  </div>
)

/** A list, the open thing, and what is done with it. */
export const Desk = ({
  list,
  middle,
  side,
  isOpen,
}: {
  list: ReactNode
  middle: ReactNode
  side: ReactNode
  isOpen: boolean
}) => (
  <div className={styles.desk} data-open={isOpen}>
    <div className={styles.side}>{list}</div>
    <div className={styles.middle}>{middle}</div>
    <aside className={styles.side}>{side}</aside>
  </div>
)

/** The head of an open thing, with the way back to the list. */
export function OpenHead({ children }: { children: ReactNode }) {
  const t = useTexts(shellTexts)
  return (
    <div className={styles.close}>
      {children}
      <IconButton name="close" label={t.close} size={18} onClick={() => openHere(null)} />
    </div>
  )
}
