import { AddressText, Card, Chip, Empty, Money } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Copyable } from '../../shell/copyable.tsx'
import { QueryView, useTexts } from '../../shell/index.ts'
import { platformAddressesQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './address-list.module.css'
import { ReadAt } from './read-at.tsx'

/** The published addresses of the platform's own money, with their balances on the chain. */
export function PlatformAddresses() {
  const t = useTexts(texts)
  const query = useQuery(platformAddressesQuery)
  return (
    <Card title={t('platformTitle')}>
      <p className="cap">{t('platformNote')}</p>
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{t('noPlatform')}</Empty>
          ) : (
            <ul className={styles.platform}>
              {items.map(({ use, address, held, block, readAt, replacedAt }) => (
                <li key={address}>
                  <p className={styles.head}>
                    <span>
                      {t(`use_${use}`)} {replacedAt !== null && <Chip>{t('replaced')}</Chip>}
                    </span>
                    {held === null ? '—' : <Money value={held} unit="USDT" />}
                  </p>
                  <Copyable text={address}>
                    <AddressText address={address} />
                  </Copyable>
                  <p className="cap">
                    <ReadAt block={block} readAt={readAt} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  )
}
