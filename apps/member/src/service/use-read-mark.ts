import { markServiceRead, type ServicePage } from '@banyan/domain'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, queryClient, useShown } from '../shell/index.ts'
import { unreadQuery } from './queries.ts'

/** Tells the server how far the member has read, once for every message that comes into sight. */
export function useReadMark(page: ServicePage | undefined): void {
  const shown = useShown()
  const place = page?.items[0]?.place ?? 0
  const told = useRef(0)
  const tell = useEffectEvent(async () => {
    if (!page || place <= Math.max(page.read.member, told.current)) return
    told.current = place
    await api
      .ask(markServiceRead, { body: { place } })
      // What could not be told is told with the next message.
      .catch(() => {
        told.current = 0
      })
    await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
  })
  useEffect(() => {
    if (shown && place > 0) void tell()
  }, [shown, place])
}
