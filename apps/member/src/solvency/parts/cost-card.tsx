import {
  AddressText,
  Card,
  Folded,
  List,
  Moment,
  MomentRow,
  Money,
  Row,
  shortAddress,
} from '@banyan/ui'
import { Copyable } from '../../shell/copyable.tsx'
import { HashLine } from '../../shell/hash-line.tsx'
import { useTexts } from '../../shell/index.ts'
import { costTexts } from '../cost-texts.ts'
import type { Cost } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './cost-card.module.css'

/** One cost: how much, to whom, and the hashes to check it by; the rest folds out. */
export function CostCard({ cost }: { cost: Cost }) {
  const t = useTexts(costTexts)
  const { use } = cost
  const ofAddress = useTexts(texts)(`use_${use}`)
  return (
    <Card>
      <div className="spread">
        <Money value={cost.amount} unit="USDT" size="title" />
        <span className="cap">
          <Moment time={cost.blockAt} />
        </span>
      </div>
      <p className={styles.payee}>
        {cost.payee} <span className="cap">{cost.reference}</span>
      </p>
      <div className={styles.hashes}>
        <ShortHash label={t('transaction')} hash={cost.hash} />
        <ShortHash label={t('document')} hash={cost.document} />
      </div>
      <Folded title={t('more')}>
        <List>
          <Row label={t('what')} note={cost.evidence} />
          <MomentRow label={t('approved')} time={cost.bookedAt} note={t('approvedNote')} />
          <Row label={`${t('from')} · ${ofAddress}`} note={<AddressText address={cost.from} />} />
          <Row
            label={`${t('to')} · ${t('block', { block: cost.block })}`}
            note={<AddressText address={cost.to} />}
          />
        </List>
        <HashLine label={t('wholeTransaction')} hash={cost.hash} />
        <HashLine label={t('wholeDocument')} hash={cost.document} />
        <p className="cap">{t('documentNote')}</p>
      </Folded>
    </Card>
  )
}

const ShortHash = ({ label, hash }: { label: string; hash: string }) => (
  <div>
    <span className="cap">{label}</span>
    <Copyable text={hash}>
      <span className="sub num">{shortAddress(hash)}</span>
    </Copyable>
  </div>
)
