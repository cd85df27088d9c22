import { CoinMark, figureText } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './amount-head.module.css'
import { OpenHead } from './columns.tsx'

/** The head of a panel about an amount of USDT, with its state. */
export const AmountHead = ({ amount, children }: { amount: string; children?: ReactNode }) => (
  <OpenHead>
    <h2 className={styles.amount}>
      <CoinMark coin="USDT" size={28} />
      {figureText(amount)}
      {children}
    </h2>
  </OpenHead>
)
