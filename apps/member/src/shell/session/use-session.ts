import { useSyncExternalStore } from 'react'
import { session } from '../app.ts'
import type { SessionState } from './session.ts'

/** The current session. */
export const useSession = (): SessionState =>
  useSyncExternalStore(session.subscribe, session.state, session.state)
