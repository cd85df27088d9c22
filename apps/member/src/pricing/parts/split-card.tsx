import type { AnswerOf, splitRecords } from '@banyan/domain'
import { Card, Chip, List, Moment, Money, MoneyRow } from '@banyan/ui'
import type { ReactNode } from 'react'
import { OwnMoney } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './split-card.module.css'

type Split = AnswerOf<typeof splitRecords>['items'][number]

/** One split: what it changed, and the unchanged value. */
export function SplitCard({ split }: { split: Split }) {
  const t = useTexts(texts)
  return (
    <Card
      title={t('times', { n: split.times })}
      aside={<Chip tone="accent">{t('multiple', { m: split.multiple })}</Chip>}
    >
      <p className="cap">
        <Moment time={split.at} />
      </p>
      <dl className={styles.changes}>
        <Change
          label={t('priceChange')}
          before={<Money value={split.priceBefore} place="price" />}
          after={<Money value={split.priceAfter} unit="USDT" place="price" />}
        />
        <Change
          label={t('own')}
          before={<OwnMoney value={split.quantityBefore} />}
          after={<OwnMoney value={split.quantityAfter} unit="LEAF" />}
        />
        <Change
          label={t('value')}
          note={t('same')}
          before={<OwnMoney value={split.valueBefore} />}
          after={<OwnMoney value={split.valueAfter} unit="USDT" />}
        />
      </dl>
      <List>
        <MoneyRow label={t('amount')} value={split.amount} unit="LEAF" place="list" />
        <MoneyRow label={t('coinsChange')} value={split.coinsAfter} unit="LEAF" place="list" />
      </List>
    </Card>
  )
}

function Change(props: { label: string; note?: string; before: ReactNode; after: ReactNode }) {
  return (
    <div className={styles.change}>
      <dt>
        {props.label}
        {props.note && <span className={styles.note}>{props.note}</span>}
      </dt>
      <dd>
        <span className={styles.before}>{props.before}</span>
        <span className={styles.after}>
          <span aria-hidden className={styles.arrow}>
            →
          </span>
          {props.after}
        </span>
      </dd>
    </div>
  )
}
