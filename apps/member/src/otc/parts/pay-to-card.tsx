import type { TradeView } from '@banyan/domain'
import { AddressText, Card, Chip, Icon, QrCode, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Copyable, CopyButton } from '../../shell/copyable.tsx'
import { useTexts } from '../../shell/index.ts'
import { aboutQuery } from '../queries.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** The buyer's payment address, in full: an address is never shortened where money is sent. */
export function PayToCard({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const wallet = useTestWallet(trade)
  return (
    <Card>
      <div className={styles.qr}>
        <QrCode text={trade.payTo} label={t('account.qr')} size={116} />
        <div className={styles.address}>
          <Chip tone="accent">{t(`account.${trade.network}`)}</Chip>
          <AddressText address={trade.payTo} />
        </div>
      </div>
      <div className={styles.pair}>
        <CopyButton text={trade.payTo}>{t('account.copy')}</CopyButton>
        {wallet && (
          <a href={wallet} target="_blank" rel="noopener noreferrer" className={styles.wallet}>
            <Icon name="wallet" size={18} />
            {t('account.testWallet')}
          </a>
        )}
      </div>
      <p className={styles.only}>
        <Icon name="warning" size={16} />
        <span>{t('account.only', { network: trade.network })}</span>
      </p>
      {trade.payFrom !== null && (
        <p className="sub">
          {t('account.ownPayFrom')}{' '}
          <Copyable text={trade.payFrom}>{shortAddress(trade.payFrom)}</Copyable>
          <br />
          {t('account.payFromNote')}
        </p>
      )}
    </Card>
  )
}

/** On a test chain there is a wallet for everyone, opened with address and amount filled in; elsewhere none. */
function useTestWallet({ network, payTo, paymentAmount }: TradeView): string | null {
  const { data } = useQuery(aboutQuery)
  if (!data?.testChain || !data.testWallet || network !== 'BSC') return null
  const address = new URL(data.testWallet, location.href)
  address.searchParams.set('to', payTo)
  address.searchParams.set('amount', paymentAmount)
  return address.href
}
