import type { AnswerOf, depositAddress } from '@banyan/domain'
import { AddressText, Card, Icon, List, Moment, MoneyRow, Note, QrCode, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyButton } from '../../shell/copyable.tsx'
import {
  HeadLink,
  href,
  PageHead,
  pages,
  QueryView,
  useLanguage,
  useLive,
  useTexts,
} from '../../shell/index.ts'
import { RiskNotice, rememberTaken } from '../../shell/risk-notice.tsx'
import { DepositRow } from '../parts/deposit-row.tsx'
import { addressQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './recharge.module.css'

/** The own deposit address on BSC, and the unconfirmed recharges. */
export default function RechargeScreen() {
  const t = useTexts(texts)
  const query = useQuery(addressQuery)
  useLive('deposits', { invalidate: ['deposits'] })
  return (
    <>
      <PageHead
        title={t('title')}
        right={<HeadLink page={pages.assetsArea.rechargeList} icon="list" label={t('records')} />}
      />
      <div className="page-pad stack">
        <QueryView query={query}>{address => <Address facts={address} />}</QueryView>
      </div>
    </>
  )
}

/** That the address has changed, and why. */
function Changed({ change }: { change: NonNullable<AnswerOf<typeof depositAddress>['change']> }) {
  const t = useTexts(texts)
  const inEnglish = useLanguage() === 'en'
  return (
    <Note tone="warn">
      {t('changed')}
      <p className="sub">{inEnglish ? change.why.en : change.why.zh}</p>
      <p className="sub">
        <Moment time={change.at} />
      </p>
    </Note>
  )
}

function Address({ facts }: { facts: AnswerOf<typeof depositAddress> }) {
  const t = useTexts(texts)
  const isSeen = facts.underWay.length > 0
  useEffect(() => {
    if (isSeen) rememberTaken('recharge')
  }, [isSeen])
  const walletHref = facts.testWallet && `${facts.testWallet}?to=${facts.address}`
  return (
    <>
      {facts.chainState !== 'following' && (
        <Note tone="warn">
          {t(facts.chainState === 'catching_up' ? 'catchingUp' : 'unreachable')}
        </Note>
      )}
      {facts.change && <Changed change={facts.change} />}
      <Card className={styles.address}>
        <QrCode text={facts.address} label={t('qr')} size={184} />
        <p className="sub">{t('address')}</p>
        <AddressText address={facts.address} />
        <div className={styles.actions}>
          <CopyButton text={facts.address}>{t('copy')}</CopyButton>
          {walletHref && (
            <a className={styles.wallet} href={walletHref} target="_blank" rel="noreferrer">
              <Icon name="wallet" size={18} />
              {t('openWallet')}
            </a>
          )}
        </div>
      </Card>
      <RiskNotice step="recharge" />
      {facts.testChain ? (
        <Note tone="accent">{t('test')}</Note>
      ) : (
        <Note tone="warn">{t('only')}</Note>
      )}
      {facts.earlier.length > 0 && (
        <Card title={t('earlier')}>
          <div className={styles.earlier}>
            {facts.earlier.map(address => (
              <AddressText key={address} address={address} />
            ))}
            <p className="sub">{t('stillCounts')}</p>
          </div>
        </Card>
      )}
      <Card title={t('underWay')}>
        {facts.underWay.length === 0 ? (
          <p className="sub">{t('none')}</p>
        ) : (
          <List>
            {facts.underWay.map(deposit => (
              <DepositRow key={deposit.id} deposit={deposit} />
            ))}
          </List>
        )}
      </Card>
      <Card>
        <List>
          <Row label={t('network')} value={t('networkName')} />
          <MoneyRow label={t('minimum')} value={facts.minimum} unit="USDT" />
          <Row
            label={t('confirmations')}
            value={t('confirmationsValue', { n: facts.confirmations })}
          />
          <Row label={t('records')} href={href(pages.assetsArea.rechargeList)} />
        </List>
      </Card>
    </>
  )
}
