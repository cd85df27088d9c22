import type { AnswerOf, sessionList } from '@banyan/domain'
import { Chip, Icon, type IconName, Moment, RelativeTime } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/index.ts'
import { devicesTexts } from '../devices-texts.ts'
import styles from './session-row.module.css'

export type LiveSession = AnswerOf<typeof sessionList>['items'][number]

const icons: Readonly<Record<LiveSession['device']['kind'], IconName>> = {
  phone: 'phone',
  tablet: 'phone',
  desktop: 'desktop',
  unknown: 'scan',
}

/** The name of a device: its browser and system, as far as known. */
export function useDeviceName(): (session: LiveSession) => string {
  const t = useTexts(devicesTexts)
  return ({ device: { browser, system } }) =>
    [browser, system].filter(Boolean).join(' · ') || t('unknown')
}

/** One session of the member. */
export function SessionRow({ session, aside }: { session: LiveSession; aside?: ReactNode }) {
  const t = useTexts(devicesTexts)
  const name = useDeviceName()(session)
  return (
    <li className={styles.row}>
      <span className={styles.tile}>
        <Icon name={icons[session.device.kind]} label={t(`kind.${session.device.kind}`)} />
      </span>
      <span className={styles.facts}>
        <strong>{name}</strong>
        <span className="cap">
          {t('used')} <RelativeTime time={session.usedAt} />
        </span>
        <span className="cap">
          {t('opened')} <Moment time={session.openedAt} />
        </span>
      </span>
      {session.current ? <Chip tone="ok">{t('here')}</Chip> : aside}
    </li>
  )
}
