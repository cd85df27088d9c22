import { ticker } from '@banyan/ui'
import { useSyncExternalStore } from 'react'
import { api } from './app.ts'

const minuteNow = (): number => Math.floor(api.clock.now() / 60_000) * 60_000

/** The server's time in milliseconds, at the begin of its minute: draws anew once a minute. */
export const useMinute = (): number => useSyncExternalStore(ticker.subscribe, minuteNow)
