import type { TradeView } from '@banyan/domain'
import { AddressText, Card, Chip, Icon, List, Note, QrCode, Row, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/index.ts'
import { aboutQuery } from '../queries.ts'
import { tradeTexts } from '../trade-texts.ts'
import { Copyable } from './copyable.tsx'
import styles from './trade-parts.module.css'

/** Where the payment goes, in full: an address is never shortened where money is sent. */
export function ReceivingCard({ trade, paying }: { trade: TradeView; paying: boolean }) {
  const t = useTexts(tradeTexts)
  const buys = trade.side === 'buy'
  return (
    <Card
      title={t(!buys ? 'account.own' : paying ? 'account.title' : 'account.of')}
      aside={<Chip tone="accent">{trade.network}</Chip>}
    >
      <div className={styles.qr}>
        {paying && <QrCode text={trade.payTo} label={t('account.qr')} size={168} />}
        <div className={styles.address}>
          <Copyable text={trade.payTo}>
            <AddressText address={trade.payTo} />
          </Copyable>
        </div>
      </div>
      {paying && <Note tone="warn">{t('account.only', { network: trade.network })}</Note>}
      {(trade.contact !== null || trade.payFrom !== null) && (
        <List>
          {trade.payFrom !== null && (
            <Row
              label={t(buys ? 'account.ownPayFrom' : 'account.payFrom')}
              note={t('account.payFromNote')}
              value={<Copyable text={trade.payFrom}>{shortAddress(trade.payFrom)}</Copyable>}
            />
          )}
          {trade.contact !== null && (
            <Row
              label={t(buys ? 'account.contact' : 'account.ownContact')}
              value={<Copyable text={trade.contact} />}
            />
          )}
        </List>
      )}
      {paying && <TestWallet trade={trade} />}
    </Card>
  )
}

/** On a test chain there is a wallet for everyone; a real house has no such link. */
function TestWallet({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const { data } = useQuery(aboutQuery)
  if (!data?.testChain || !data.testWallet || trade.network !== 'BSC') return null
  const address = new URL(data.testWallet, location.href)
  address.searchParams.set('to', trade.payTo)
  address.searchParams.set('amount', trade.paymentAmount)
  return (
    <div className={styles.wallet}>
      <a href={address.href} target="_blank" rel="noopener noreferrer">
        <Icon name="wallet" size={20} />
        {t('account.testWallet')}
      </a>
      <span className="cap">{t('account.testWalletNote')}</span>
    </div>
  )
}
