import { Chip } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shell/index.ts'
import { statusQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { toneOf } from '../tones.ts'

/** The member's status as a distributed member, in a word; nothing while loading. */
export default function DistributedChip() {
  const t = useTexts(texts)
  const { data } = useQuery(statusQuery)
  return data ? <Chip tone={toneOf[data.state]}>{t(`word.${data.state}`)}</Chip> : null
}
