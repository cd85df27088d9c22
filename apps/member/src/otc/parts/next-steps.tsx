import type { TradeView } from '@banyan/domain'
import { Card } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { nextTexts } from '../next-texts.ts'
import styles from './next-steps.module.css'

/** What a seller can expect while the buyer has not paid. */
export default function NextSteps({ trade }: { trade: TradeView }) {
  const t = useTexts(nextTexts)
  return (
    <Card title={t('title')}>
      <ol className={styles.next}>
        <li>{t('pay', { amount: trade.paymentAmount })}</li>
        <li>{t('check')}</li>
        <li>{t('late', { minutes: graceMinutes(trade) })}</li>
      </ol>
    </Card>
  )
}

const graceMinutes = (trade: TradeView): number =>
  Math.round((Date.parse(trade.graceDeadline) - Date.parse(trade.paymentDeadline)) / 60_000)
