import { Swiper } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { KeptSpace, useKeepSpace } from '../../shell/kept-space.tsx'
import { lineTexts } from '../line-texts.ts'
import { unreadNoticesQuery } from '../unread-query.ts'
import { NoticeLine } from './notice-line.tsx'

export const firstQueries = [unreadNoticesQuery]

/** One line that rotates through unread notices; nothing when all are read. */
export default function HomeNotices() {
  const t = useTexts(lineTexts)
  const { data, isError } = useQuery(unreadNoticesQuery)
  useLive('notices', { invalidate: ['notices'] })
  const space = useKeepSpace<HTMLDivElement>('notices', data ? data.items.length > 0 : null)
  if (!data) return !isError && <KeptSpace name="notices" />
  if (data.items.length === 0) return null
  return (
    <div ref={space}>
      <Swiper line label={t('notices')}>
        {data.items.map(one => (
          <NoticeLine key={one.id} notice={one} />
        ))}
      </Swiper>
    </div>
  )
}
