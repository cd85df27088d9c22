import { Card, Chip, Icon, type IconName, List } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { PlacementChip } from '../../shell/slots.tsx'
import { type Area, areas } from '../areas.ts'
import { solvencyQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './areas.module.css'

const icons: Readonly<Record<Area, IconName>> = {
  security: 'key',
  money: 'wallet',
  network: 'gift',
  about: 'file',
}

const marks: Readonly<Partial<Record<Area, ReactNode>>> = {
  network: <PlacementChip />,
  about: <Solvent />,
}

/** The four areas of the member's pages, each with its content and its open tasks. */
export function Areas() {
  const t = useTexts(texts)
  return (
    <Card className={styles.card}>
      <List>
        {areas.map(area => (
          <li key={area}>
            <Link page={pages.more.menu} query={{ of: area }} className={styles.row}>
              <span className={styles.tile}>
                <Icon name={icons[area]} />
              </span>
              <span className={styles.words}>
                <strong>{t(`area.${area}`)}</strong>
                <span className="sub">{t(`area.${area}Text`)}</span>
              </span>
              {marks[area]}
              <Icon name="forward" size={16} className={styles.arrow ?? ''} />
            </Link>
          </li>
        ))}
      </List>
    </Card>
  )
}

/** Whether custody covers everything owed, by the newest reading. */
function Solvent() {
  const t = useTexts(texts)
  const { data } = useQuery(solvencyQuery)
  if (!data?.newest) return null
  const { state } = data.newest
  const tone = state === 'whole' ? 'ok' : state === 'short' ? 'danger' : 'warn'
  return <Chip tone={tone}>{t(`solvency.${state}`)}</Chip>
}
