import { AddressText, Card, Chip, Empty, List, Moment, Money, Row } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { HashLine } from '../../shell/hash-line.tsx'
import { Link, PagedList, pages, useTexts } from '../../shell/index.ts'
import { type Receipt, receiptsQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Receipts from outside, newest first: the chain's facts, and the classification by two treasurers. */
export function ReceiptList() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(receiptsQuery)
  return (
    <>
      <p className="cap">
        {t('receiptsNote')} <Link page={pages.more.costs}>{t('toCosts')}</Link>
      </p>
      <PagedList query={query} empty={<Empty>{t('noReceipts')}</Empty>}>
        {items => items.map(one => <ReceiptCard key={one.id} receipt={one} />)}
      </PagedList>
    </>
  )
}

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const t = useTexts(texts)
  const { booked } = receipt
  return (
    <Card>
      <div className="spread">
        <Money value={receipt.amount} unit="USDT" size="title" />
        <ReceiptState receipt={receipt} />
      </div>
      <p className="cap">
        <Moment time={receipt.blockAt} /> · {t('block', { block: receipt.block })}
      </p>
      <List>
        {booked && <Row label={t('payer')} value={booked.payer} />}
        {booked && <Row label={t('evidence')} note={booked.evidence} />}
        <Row label={t('from')} note={<AddressText address={receipt.from} />} />
        <Row
          label={`${t('to')} · ${t(`use_${receipt.use}`)}`}
          note={<AddressText address={receipt.address} />}
        />
      </List>
      <HashLine label={t('transaction')} hash={receipt.hash} />
    </Card>
  )
}

function ReceiptState({ receipt: { state, booked, confirmations, needed } }: { receipt: Receipt }) {
  const t = useTexts(texts)
  if (state === 'vanished') return <Chip tone="danger">{t('vanished')}</Chip>
  if (booked) return <Chip tone="ok">{t(`said_${booked.kind}`)}</Chip>
  if (state === 'confirming') return <Chip>{t('confirming', { confirmations, needed })}</Chip>
  return <Chip tone="warn">{t('unclassifiedChip')}</Chip>
}
