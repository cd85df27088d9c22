import type { TradeView } from '@banyan/domain'
import { AddressText, Card, Icon, List, Row, shortAddress } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import { Copyable } from './copyable.tsx'
import { Timeline } from './later.tsx'
import { TradeFacts } from './trade-facts.tsx'
import styles from './trade-parts.module.css'

/** Everything of a trade that no step needs, folded to one line with its number. */
export function TradeDetails({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const [open, setOpen] = useState(false)
  return (
    <Card className={styles.details ?? ''}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>{t('details')}</span>
        <span className="sub num">{trade.matchingId}</span>
        <Icon name="down" size={18} />
      </button>
      {open && (
        <>
          <TradeFacts trade={trade} />
          <Account trade={trade} />
          <Timeline trade={trade} />
        </>
      )}
    </Card>
  )
}

/** Where the payment goes and comes from, and how the seller is reached. */
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
