import { type PasswordKind, type ResetProof, resetFreezeHours } from '@banyan/domain'
import { Note, Segmented } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { passwordTexts } from '../password-texts.ts'
import styles from './form.module.css'

export interface ResetHeadProps {
  kind: PasswordKind
  by: ResetProof
  onBy: (by: ResetProof) => void
}

/** The proof, and all effects of a reset, shown before it is done. */
export function ResetHead({ kind, by, onBy }: ResetHeadProps) {
  const t = useTexts(passwordTexts)
  return (
    <>
      <Segmented
        label={t('by')}
        value={by}
        onValueChange={onBy}
        choices={[
          { value: 'words', label: t('words') },
          { value: 'email', label: t('email') },
        ]}
      />
      <Note tone="warn">
        <strong>{t('before')}</strong>
        <ul className={styles.facts}>
          <li>{t('freezes', { hours: resetFreezeHours[by] })}</li>
          <li>{t(kind === 'login' ? 'endsAll' : 'keepsSessions')}</li>
          {by === 'email' && kind === 'login' && <li>{t('vaultLost')}</li>}
          {by === 'email' && <li>{t('faster', { hours: resetFreezeHours.words })}</li>}
        </ul>
      </Note>
    </>
  )
}
