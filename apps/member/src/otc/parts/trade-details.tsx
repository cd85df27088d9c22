import type { TradeView } from '@banyan/domain'
import { AddressText, List, Row, shortAddress } from '@banyan/ui'
import { Copyable } from '../../shell/copyable.tsx'
import { useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import { Fold } from './fold.tsx'
import { Timeline } from './later.tsx'
import { TradeFacts } from './trade-facts.tsx'
import styles from './trade-parts.module.css'

/** Further details of a trade, collapsed to one line with its number. */
export function TradeDetails({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  return (
    <Fold title={t('details')} number={trade.matchingId}>
      <TradeFacts trade={trade} />
      <Account trade={trade} />
      <Timeline trade={trade} />
    </Fold>
  )
}

/** Where the payment goes and comes from, and how to contact the seller. */
function Account({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const buys = trade.side === 'buy'
  return (
    <List>
      <li className={styles.account}>
        <p className="sub">
          {t(buys ? 'account.of' : 'account.own')} · {trade.network}
        </p>
        <Copyable text={trade.payTo}>
          <AddressText address={trade.payTo} />
        </Copyable>
      </li>
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
  )
}
