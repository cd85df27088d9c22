import { useSyncExternalStore } from 'react'
import { session } from '../app.ts'
import type { SessionState } from './session.ts'

/** Who is here. */
export const useSession = (): SessionState =>
  useSyncExternalStore(session.subscribe, session.state, session.state)
