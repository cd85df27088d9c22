import { placedText, thousandths } from '@banyan/ui'
import { useOwnText } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './source-bar.module.css'

/** The origins of a static earning: income from outside in grey, members' fees in blue. USDT. */
export function SourceBar({
  amount,
  fees,
  income,
}: {
  amount: string
  fees: string
  income: string
}) {
  const t = useTexts(texts)
  const shown = useOwnText()
  const fromIncome = thousandths(income, amount)
  const parts = [
    { name: t('fromIncome'), value: income, share: fromIncome, style: styles.income },
    { name: t('fromFees'), value: fees, share: 1_000 - fromIncome, style: styles.fees },
  ]
  return (
    <div>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ name, share, style }) =>
          share > 0 ? <i key={name} className={style} style={{ flexGrow: share }} /> : null,
        )}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ name, value, share, style }) => (
          <li key={name}>
            <i className={style} aria-hidden />
            {name} <span className="num">{shown(placedText(value, 'earning'))}</span>（
            {Math.floor(share / 10)}%）
          </li>
        ))}
      </ul>
    </div>
  )
}
