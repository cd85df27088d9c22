import type { AccountListItem } from '@banyan/domain'
import { Avatar, RelativeTime } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './account-row.module.css'

/** An account of this device, masked as the server lists it; the whole row is a link. */
export function AccountRow(props: {
  account: AccountListItem
  /** The effect of a tap, for screen readers; without it the row is only a fact. */
  label?: string
  onOpen?: () => void
  aside?: ReactNode
}) {
  const { account, label, onOpen, aside } = props
  const t = useTexts(texts)
  const face = (
    <>
      <Avatar name={account.nickname} size={40} />
      <span className={styles.names}>
        <strong>{account.nickname}</strong>
        <span className="cap num">
          {account.accountId} · <span className="visually-hidden">{t('welcome.lastUsed')} </span>
          <RelativeTime time={account.lastUsedAt} />
        </span>
      </span>
    </>
  )
  return (
    <li className={styles.item}>
      {onOpen ? (
        <button type="button" className={styles.face} onClick={onOpen}>
          {label && <span className="visually-hidden">{label} </span>}
          {face}
        </button>
      ) : (
        <div className={styles.face}>{face}</div>
      )}
      {aside}
    </li>
  )
}
