import type { AnswerOf, Asset, statement } from '@banyan/domain'
import { Card, Empty, List, Moment, Money, Segmented } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedList, useTexts } from '../../shell/index.ts'
import { statementQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './statement.module.css'

type Line = AnswerOf<typeof statement>['items'][number]

/** Own ledger lines, newest first, each with the balance after it. */
export function Statement() {
  const t = useTexts(texts)
  const [asset, setAsset] = useState<Asset | 'all'>('all')
  const query = useInfiniteQuery(statementQuery(asset === 'all' ? null : asset))
  return (
    <Card title={t('statement')}>
      <Segmented
        label={t('filter')}
        value={asset}
        onValueChange={setAsset}
        choices={[
          { value: 'all', label: t('all') },
          { value: 'USDT', label: 'USDT' },
          { value: 'LEAF', label: 'LEAF' },
        ]}
      />
      <PagedList query={query} empty={<Empty icon="list">{t('empty')}</Empty>}>
        {lines => (
          <List>
            {lines.map(line => (
              <StatementRow key={`${line.id}${line.account}`} line={line} />
            ))}
          </List>
        )}
      </PagedList>
    </Card>
  )
}

function StatementRow({ line }: { line: Line }) {
  const t = useTexts(texts)
  return (
    <li className={styles.row}>
      <div>
        <p>{t(line.kind === 'recharge' ? 'recharge_kind' : line.kind)}</p>
        <p className="cap">
          <Moment time={line.at} /> · {t(`account_${line.account}`)}
        </p>
      </div>
      <div className={styles.figures}>
        <Money value={line.amount} unit={line.asset} signed />
        <span className="cap">
          {t('after')} <Money value={line.balanceAfter} size="sub" />
        </span>
      </div>
    </li>
  )
}
