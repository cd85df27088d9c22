import { useEffect, useEffectEvent, useRef } from 'react'
import { useShown } from './page/page-context.ts'

export interface ReadMark {
  /** The number of the newest visible message; 0 while there is none. */
  place: number
  /** How far the member has read, as known by the server. */
  read: number
  /** Reports it to the server. */
  report: (place: number) => Promise<unknown>
  /** Called after a report, whether it succeeded or not. */
  reported: () => Promise<void>
}

/** Reports how far the member has read, once for every message that becomes visible. */
export function useReadMark({ place, read, report, reported }: ReadMark): void {
  const shown = useShown()
  const last = useRef(0)
  const send = useEffectEvent(async () => {
    if (place <= Math.max(read, last.current)) return
    last.current = place
    // A failed report is repeated with the next message.
    await report(place).catch(() => {
      last.current = 0
    })
    await reported()
  })
  useEffect(() => {
    if (shown && place > 0) void send()
  }, [shown, place])
}
