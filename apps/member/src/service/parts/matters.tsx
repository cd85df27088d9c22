import type { ServiceMatter } from '@banyan/domain'
import { Moment, Money } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './service.module.css'

/** A matter of the member's that was in progress when the answer was written. */
export function Matter({ matter }: { matter: ServiceMatter }) {
  switch (matter.kind) {
    case 'recharge':
      return <Recharge {...matter} />
    case 'withdrawal':
      return <Withdrawal {...matter} />
    case 'trade':
    case 'case':
      return <Trade matter={matter} />
  }
}

type Of<K extends ServiceMatter['kind']> = Extract<ServiceMatter, { kind: K }>

function Recharge({ amount, confirmations, needed }: Of<'recharge'>) {
  const t = useTexts(texts)
  const shown = Math.min(confirmations, needed)
  return (
    <div className={styles.matter}>
      <p>{t('recharge')}</p>
      <p className={styles.pair}>
        <strong>
          <Money value={amount} unit="USDT" place="list" />
        </strong>
        <span className="sub">{t('confirmations', { n: shown, needed })}</span>
      </p>
      <progress className={styles.bar} max={needed} value={shown} aria-label={t('recharge')} />
      <a className={styles.link} href={href(pages.assetsArea.recharge)}>
        {t('seeProgress')}
      </a>
    </div>
  )
}

function Withdrawal({ amount, stage }: Of<'withdrawal'>) {
  const t = useTexts(texts)
  const step = `stage.${stage}` as 'stage.requested'
  return (
    <div className={styles.matter}>
      <p className={styles.pair}>
        <strong>{t('withdrawal', { amount: amount.replace(/(\.\d\d)\d*$/, '$1') })}</strong>
        <span className="sub">{t(step)}</span>
      </p>
      <a className={styles.link} href={href(pages.mineArea.orderList)}>
        {t('seeProgress')}
      </a>
    </div>
  )
}

function Trade({ matter }: { matter: Of<'trade'> | Of<'case'> }) {
  const t = useTexts(texts)
  const id = matter.kind === 'trade' ? matter.id : matter.tradeId
  const title =
    matter.kind === 'trade'
      ? t('trade', { number: matter.matchingId })
      : t('case', { number: matter.caseNumber })
  return (
    <div className={styles.matter}>
      <p>
        <strong>{title}</strong>
      </p>
      <p className={styles.pair}>
        <span>{t(`trade.${matter.awaited}`)}</span>
        {matter.deadline && (
          <span className="sub">
            {t('until')} <Moment time={matter.deadline} />
          </span>
        )}
      </p>
      <a className={styles.link} href={href(pages.otc[matter.side][matter.stage], { id })}>
        {t('look')}
      </a>
    </div>
  )
}
