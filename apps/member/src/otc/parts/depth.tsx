import { type AnswerOf, type marketDepth, parseAmount } from '@banyan/domain'
import { Money } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/index.ts'
import { depthQuery } from '../market-queries.ts'
import { texts } from '../texts.ts'
import styles from './depth.module.css'

type Depth = AnswerOf<typeof marketDepth>
const shown = 5

/** The available quantities at the best prices of both sides. */
export default function Depth() {
  const t = useTexts(texts)
  const { data } = useQuery(depthQuery)
  if (!data || data.sell.length + data.buy.length === 0) return null
  const largest = [...data.sell.slice(0, shown), ...data.buy.slice(0, shown)]
    .map(level => parseAmount(level.quantity))
    .reduce((most, one) => (one > most ? one : most), 1n)
  return (
    <div className={styles.sides}>
      <Levels name={t('market.depthBuy')} levels={data.buy} largest={largest} side="buy" />
      <Levels name={t('market.depthSell')} levels={data.sell} largest={largest} side="sell" />
    </div>
  )
}

interface LevelsProps {
  name: string
  levels: Depth['sell']
  largest: bigint
  side: 'buy' | 'sell'
}

function Levels({ name, levels, largest, side }: LevelsProps) {
  const t = useTexts(texts)
  return (
    <table className={styles[side]}>
      <caption className="sub">{name}</caption>
      <tbody>
        {levels.length === 0 && (
          <tr>
            <td className="cap">{t('market.depthEmpty')}</td>
          </tr>
        )}
        {levels.slice(0, shown).map(({ price, quantity }) => (
          <tr
            key={price}
            style={{ '--part': `${Number((parseAmount(quantity) * 100n) / largest)}%` } as never}
          >
            <td>
              <Money value={price} size="sub" place="price" />
            </td>
            <td>
              <Money value={quantity} size="sub" place="list" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
