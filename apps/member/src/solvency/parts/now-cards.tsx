import { parseAmount } from '@banyan/domain'
import { Card, Chip, List, Moment, Money, MoneyRow, Note, Row } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import type { Reading } from '../queries.ts'
import { ratioText } from '../ratio.ts'
import { stateTone } from '../state-tone.ts'
import { texts } from '../texts.ts'
import { ChecksCard } from './checks-card.tsx'
import styles from './now-cards.module.css'
import { PointsCard } from './points-card.tsx'

/** A reading: the ratio, both sides of it, and its checks. */
export function NowCards({ reading }: { reading: Reading }) {
  const t = useTexts(texts)
  const { coin } = reading
  return (
    <>
      <RatioCard reading={reading} />
      <Card title={t('heldTitle')}>
        <List>
          {reading.held.map(({ name, amount }) => (
            <Row
              key={name}
              label={t(name)}
              note={t(`${name}Note`)}
              value={<Money value={amount} unit="USDT" />}
            />
          ))}
          <MoneyRow label={t('custody')} value={reading.custody} unit="USDT" strong />
        </List>
      </Card>
      <Card title={t('owesTitle')}>
        <List>
          {reading.owes.map(({ name, amount }) => (
            <Row
              key={name}
              label={t(name)}
              note={t(`${name}Note`)}
              value={<Money value={amount} unit="USDT" />}
            />
          ))}
          <MoneyRow label={t('owed')} value={reading.owed} unit="USDT" strong />
        </List>
        <p className="cap">
          {t('owesNote')} <Link page={pages.more.costs}>{t('toCosts')}</Link>
        </p>
      </Card>
      <Card title={t('coinTitle')}>
        <List>
          <MoneyRow label={t('outstanding')} value={coin.outstanding} unit="LEAF" />
          <MoneyRow label={t('price')} value={coin.price} unit="USDT" least={6} />
          <MoneyRow label={t('exitPrice')} value={coin.exitPrice} unit="USDT" least={6} />
        </List>
        <p className="cap">{t('coinNote')}</p>
      </Card>
      <ChecksCard reading={reading} />
      <PointsCard title={t('meansTitle')} points={[t('means1'), t('means2'), t('means3')]} />
    </>
  )
}

/** What the books contain and the chain does not show, beside the badge. Nothing when all of it is proven. */
function NotProven({ reading: { missing, unproven } }: { reading: Reading }) {
  const t = useTexts(texts)
  if (parseAmount(missing) === 0n) return null
  return (
    <Note tone="warn">
      <p className="spread">
        <strong>{t('missing')}</strong>
        <Money value={missing} unit="USDT" />
      </p>
      <p>{t('missingText')}</p>
      {parseAmount(unproven) > 0n && <p>{t('typedText', { amount: unproven })}</p>}
    </Note>
  )
}

function RatioCard({ reading }: { reading: Reading }) {
  const t = useTexts(texts)
  const { state, ratio, readAt, period, chain, paysInFull } = reading
  return (
    <Card hero>
      <div className="spread">
        <span className="sub">{t('ratio')}</span>
        <Chip tone={stateTone[state]}>{t(state)}</Chip>
      </div>
      <p className={styles.ratio}>{ratioText(ratio)}</p>
      <p className="cap">
        {t('asOf')} <Moment time={readAt} /> · {t('after', { period })}
      </p>
      <p className="cap">
        {chain ? t('provenAt', { block: chain.block, addresses: chain.addresses }) : t('notRead')}
      </p>
      <div className={styles.notes}>
        <NotProven reading={reading} />
        {!paysInFull ? (
          <Note tone="danger">
            {t('uncoveredText')} <Link page={pages.more.losses}>{t('shared')}</Link>
          </Note>
        ) : state === 'whole' ? (
          <p className="sub">{t('wholeText')}</p>
        ) : (
          <Note tone={state === 'short' ? 'danger' : 'warn'}>{t(`${state}Text`)}</Note>
        )}
      </div>
    </Card>
  )
}
