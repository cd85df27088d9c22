import type { AnswerOf, insiderList } from '@banyan/domain'
import { Card, Chip, Empty, List, MomentRow, MoneyRow, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useTexts } from '../../shell/index.ts'
import { insidersQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './insiders.module.css'

type Insider = AnswerOf<typeof insiderList>['items'][number]

/** The house accounts, which the figures leave out and the network never pays. */
export function InsiderCard() {
  const t = useTexts(texts)
  const query = useQuery(insidersQuery)
  return (
    <Card title={t('insiders')}>
      <p className="sub">{t('insidersText')}</p>
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{t('noInsiders')}</Empty>
          ) : (
            items.map(one => <InsiderLines key={one.accountId} insider={one} />)
          )
        }
      </QueryView>
    </Card>
  )
}

function InsiderLines({ insider }: { insider: Insider }) {
  const t = useTexts(texts)
  return (
    <section className={styles.insider}>
      <h3>
        <span className={styles.nickname}>{insider.nickname}</span>
        <Chip>{t(`roles.${insider.role}`)}</Chip>
      </h3>
      <List>
        <Row label={t('account')} value={insider.accountId} />
        <MomentRow label={t('listedSince')} time={insider.since} />
        <MoneyRow label={t('coins')} value={insider.coins} unit="LEAF" place="list" />
        <MoneyRow label={t('networkPay')} value={insider.paid} unit="USDT" place="list" />
      </List>
    </section>
  )
}
