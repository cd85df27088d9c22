import { Icon, type IconName } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { ExchangeOpener } from '../../shell/slots.tsx'
import { texts } from '../texts.ts'
import styles from './actions.module.css'

/** The four ways to move money out or in. */
export function Actions() {
  const t = useTexts(texts)
  return (
    <nav className={styles.actions}>
      <Link page={pages.assetsArea.recharge} className={styles.action}>
        <Face icon="download">{t('recharge')}</Face>
      </Link>
      <Link page={pages.mineArea.withdrawal} className={styles.action}>
        <Face icon="upload">{t('withdraw')}</Face>
      </Link>
      <ExchangeOpener>
        {open => (
          <button type="button" className={styles.action} onClick={open}>
            <Face icon="swap">{t('exchange')}</Face>
          </button>
        )}
      </ExchangeOpener>
      <Link page={pages.mineArea.invite} className={styles.action}>
        <Face icon="gift">{t('invite')}</Face>
      </Link>
    </nav>
  )
}

const Face = ({ icon, children }: { icon: IconName; children: string }) => (
  <>
    <span className={styles.tile}>
      <Icon name={icon} />
    </span>
    {children}
  </>
)
