import { useTexts } from '../../shell/index.ts'
import { strengthOf } from '../create-form.ts'
import { createTexts } from '../create-texts.ts'
import styles from './password-meter.module.css'

const names = ['weak', 'fair', 'good'] as const

/** How hard a login password is to guess; nothing until the rules are met. */
export function PasswordMeter({ password }: { password: string }) {
  const t = useTexts(createTexts)
  const strength = strengthOf(password)
  const name = names[strength - 1]
  return (
    <div className={styles.meter} data-strength={strength}>
      <span className={styles.bars} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span role="status">{name ? t(`strength.${name}`) : t('loginHint')}</span>
    </div>
  )
}
