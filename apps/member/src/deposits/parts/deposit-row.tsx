import type { AnswerOf, depositList } from '@banyan/domain'
import { Chip, Moment, Money, shortAddress, type Tone } from '@banyan/ui'
import { Copyable } from '../../shell/copyable.tsx'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './deposit-row.module.css'

type Deposit = AnswerOf<typeof depositList>['items'][number]

const tones: Record<Deposit['state'], Tone> = {
  confirming: 'accent',
  credited: 'ok',
  below_minimum: 'warn',
  vanished: 'warn',
}

/** One recharge: amount, time, confirmations, and its hash. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useTexts(texts)
  const { state, confirmations, needed } = deposit
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <Money value={deposit.amount} unit="USDT" size="title" place="list" signed />
        <Chip tone={tones[state]}>
          {state === 'confirming'
            ? t('confirming', { n: Math.min(confirmations, needed), needed })
            : t(state)}
        </Chip>
      </div>
      {state === 'confirming' && (
        <progress className={styles.progress} max={needed} value={Math.min(confirmations, needed)}>
          {confirmations}/{needed}
        </progress>
      )}
      <div className={styles.line}>
        <span className="cap">
          <Moment time={deposit.seenAt} />
        </span>
        <Copyable text={deposit.hash}>
          <span className={`cap num ${styles.hash}`}>{shortAddress(deposit.hash)}</span>
        </Copyable>
      </div>
    </li>
  )
}
