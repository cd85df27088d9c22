import { type AnswerOf, parseAmount, type saleRecords } from '@banyan/domain'
import { Button, Chip, Icon, List, Moment, MoneyRow, placedText, Row } from '@banyan/ui'
import { useId, useState } from 'react'
import { NumberRow } from '../../shell/copyable.tsx'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { RecordCard, RecordLine } from '../../shell/page/record.tsx'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { texts } from '../texts.ts'
import styles from './card.module.css'

type Sale = AnswerOf<typeof saleRecords>['items'][number]
type Deal = Sale['deals'][number]

/** Coins sold as a record of two lines: what they gave, for how many and when; its arithmetic and its deals are folded. */
export function SaleCard({ sale }: { sale: Sale }) {
  const t = useTexts(texts)
  const shown = useOwnText()
  return (
    <RecordCard
      figure={<OwnMoney value={sale.net} unit="USDT" size="title" place="list" signed />}
      state={<Chip tone={sale.type === 'otc' ? 'accent' : 'neutral'}>{t(sale.type)}</Chip>}
      outcome={t('soldAt', {
        quantity: shown(placedText(sale.quantity, 'list')),
        price: placedText(sale.price, 'price'),
      })}
      at={sale.at}
      facts={<Facts sale={sale} />}
    />
  )
}

function Facts({ sale }: { sale: Sale }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const name = useId()
  return (
    <>
      <List>
        <Row label={t('quantity')} value={<OwnMoney value={sale.quantity} unit="LEAF" />} />
        <Figures sold={sale} />
        <NumberRow label={t('orderNumber')} number={sale.orderNumber} />
        <RuleVersionRow ruleVersion={sale.ruleVersion} />
      </List>
      {sale.deals.length > 0 && (
        <Button
          tone="quiet"
          size="small"
          aria-expanded={open}
          aria-controls={name}
          onClick={() => setOpen(!open)}
        >
          {t('deals', { count: sale.deals.length })}
          <Icon name="down" size={16} className={open ? styles.turned : undefined} />
        </Button>
      )}
      <ul id={name} className={styles.deals} hidden={!open}>
        {sale.deals.map(deal => (
          <DealRow key={deal.id} deal={deal} />
        ))}
      </ul>
      {sale.deals.length === 0 && <Reference text={sale.reference} />}
    </>
  )
}

/**
 * The arithmetic of a sale, in the order in which it adds up: an exchange's fee leaves its gross; the market's
 * is coins beside the quantity, and its buyer pays the gross without the concession, up to the next cent.
 */
function Figures({ sold }: { sold: Sale | Deal }) {
  const t = useTexts(texts)
  const isMarket = sold.feeAsset === 'LEAF'
  const between = isMarket ? parseAmount(sold.net) - parseAmount(sold.gross) : 0n
  const fee = <Row label={t('fee')} value={<OwnMoney value={sold.fee} unit={sold.feeAsset} />} />
  return (
    <>
      <MoneyRow label={t('price')} value={sold.price} unit="USDT" place="price" />
      <Row label={t('gross')} value={<OwnMoney value={sold.gross} unit="USDT" />} />
      {between !== 0n && (
        <Row label={t('between')} value={<OwnMoney value={between} unit="USDT" signed />} />
      )}
      {!isMarket && fee}
      <Row label={t('net')} value={<OwnMoney value={sold.net} unit="USDT" />} strong />
      {isMarket && fee}
    </>
  )
}

function DealRow({ deal }: { deal: Deal }) {
  const t = useTexts(texts)
  return (
    <li className={styles.deal}>
      <RecordLine>
        <OwnMoney value={deal.net} unit="USDT" size="title" />
        <span className="cap">
          <Moment time={deal.at} />
        </span>
      </RecordLine>
      <List>
        <Row label={t('quantity')} value={<OwnMoney value={deal.quantity} unit="LEAF" />} />
        <Figures sold={deal} />
        <Row label={t('counterparty')} value={deal.counterparty} />
        <RuleVersionRow ruleVersion={deal.ruleVersion} />
      </List>
      <Reference text={deal.reference} />
    </li>
  )
}

function Reference({ text }: { text: string }) {
  const t = useTexts(texts)
  return (
    <p className={`cap ${styles.reference}`}>
      {t('reference')} {text}
    </p>
  )
}
