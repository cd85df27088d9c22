import { Chip } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/index.ts'
import { overviewQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The number of invitees who wait for a place; nothing when there are none. */
export default function PlacementChip() {
  const t = useTexts(texts)
  const { data } = useQuery(overviewQuery)
  if (!data || data.pending === 0) return null
  return <Chip tone="accent">{t('toPlace', { n: data.pending })}</Chip>
}
