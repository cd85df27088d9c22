import { Card, Chip, type IconName, List } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pages, TileLink, useTexts } from '../../shell/index.ts'
import { PlacementChip } from '../../shell/slots.tsx'
import { type Area, areas } from '../areas.ts'
import { solvencyQuery } from '../queries.ts'
import { texts } from '../texts.ts'

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
    <Card>
      <List>
        {areas.map(area => (
          <li key={area}>
            <TileLink
              page={pages.more.menu}
              query={{ of: area }}
              icon={icons[area]}
              title={t(`area.${area}`)}
              mark={marks[area]}
            >
              {t(`area.${area}Text`)}
            </TileLink>
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
