import { Card, Empty, List, Moment, Money, Row } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList, useTexts } from '../../shell/index.ts'
import { addressesQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './address-list.module.css'

/** Recharge addresses with what the chain says they hold. */
export function AddressList() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(addressesQuery)
  return (
    <PagedList query={query} empty={<Empty>{t('noAddresses')}</Empty>}>
      {items => (
        <Card>
          <p className="cap">{t('addressNote')}</p>
          <List>
            {items.map(({ address, held, block, readAt }) => (
              <Row
                key={address}
                label={<code className={styles.address}>{address}</code>}
                note={
                  readAt === null ? (
                    t('unread')
                  ) : (
                    <>
                      {t('block', { block: block ?? '—' })} · <Moment time={readAt} />
                    </>
                  )
                }
                value={held === null ? '—' : <Money value={held} />}
              />
            ))}
          </List>
        </Card>
      )}
    </PagedList>
  )
}
