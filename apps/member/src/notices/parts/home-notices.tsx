import { Swiper } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { lineTexts } from '../line-texts.ts'
import { unreadNoticesQuery } from '../unread-query.ts'
import { NoticeLine } from './notice-line.tsx'

/** One line that turns through unread notices; nothing when all are read. */
export default function HomeNotices() {
  const t = useTexts(lineTexts)
  const { data } = useQuery(unreadNoticesQuery)
  useLive('notices', { invalidate: ['notices'] })
  if (!data || data.items.length === 0) return null
  return (
    <Swiper line label={t('notices')}>
      {data.items.map(one => (
        <NoticeLine key={one.id} notice={one} />
      ))}
    </Swiper>
  )
}
