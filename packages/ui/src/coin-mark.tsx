import styles from './coin-mark.module.css'

/** The coins of the platform. */
export type Coin = 'USDT' | 'LEAF'

/** The token of a coin, the same in every language. Decoration: its unit is shown beside it. */
export function CoinMark({ coin, size = 24 }: { coin: Coin; size?: 20 | 24 | 28 | 40 }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden className={styles.mark}>
      {coin === 'USDT' ? <Dollar /> : <Leaf />}
    </svg>
  )
}

const Dollar = () => (
  <>
    <circle cx="20" cy="20" r="20" fill="#1f9d78" />
    <path d="M0 20a20 20 0 0 1 40 0 27 27 0 0 0-40 0" fill="#35b58e" />
    <path
      d="M11.5 10.5h17v4.6h-6v3c4.3.3 7.4 1.5 7.4 2.9s-3.1 2.6-7.4 2.9v7.1h-5v-7.1c-4.3-.3-7.4-1.5-7.4-2.9s3.1-2.6 7.4-2.9v-3h-6z"
      fill="#fff"
    />
    <path d="M12.6 21a7.4 1.5 0 0 0 14.8 0 7.4 1.5 0 0 0-14.8 0" fill="#1f9d78" />
  </>
)

const Leaf = () => (
  <>
    <circle cx="20" cy="20" r="20" fill="#3a52c9" />
    <path d="M0 20a20 20 0 0 1 40 0 27 27 0 0 0-40 0" fill="#5069e6" />
    <path
      d="M30.5 9.5c-11-.5-18.5 4-18.5 11.5 0 2.2.7 4 1.7 5.3l-3.2 4.2 2.2 1.5 3-4c1.2.5 2.4.7 3.6.7 8 0 11.7-8.2 11.2-19.2"
      fill="#fff"
    />
    <path
      d="M14 27c3.5-5.5 7.5-9 12.5-12.5"
      fill="none"
      stroke="#3a52c9"
      strokeWidth="1.6"
      strokeLinecap="round"
    />
  </>
)
