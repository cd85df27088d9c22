import { Card, Empty, List, Money, Row } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList, useTexts } from '../../shell/index.ts'
import { addressesQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './address-list.module.css'
import { PlatformAddresses } from './platform-addresses.tsx'
import { ReadAt } from './read-at.tsx'

/** Every address of custody with its balance on the chain: the platform's own, then the recharge addresses. */
export function AddressList() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(addressesQuery)
  return (
    <>
      <PlatformAddresses />
      <PagedList query={query} empty={<Empty>{t('noAddresses')}</Empty>}>
        {items => (
          <Card title={t('rechargeTitle')}>
            <p className="cap">{t('addressNote')}</p>
            <List>
              {items.map(({ address, held, block, readAt }) => (
                <Row
                  key={address}
                  label={<code className={styles.address}>{address}</code>}
                  note={<ReadAt block={block} readAt={readAt} />}
                  value={held === null ? '—' : <Money value={held} />}
                />
              ))}
            </List>
          </Card>
        )}
      </PagedList>
    </>
  )
}
