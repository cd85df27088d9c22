import { ticker } from '@banyan/ui'
import { useSyncExternalStore } from 'react'
import { api, useAddress } from '../shell/index.ts'
import { MemberPage } from './member.tsx'
import { Results } from './results.tsx'

/** The search of members, or the page of one. */
export default function MembersPage() {
  const { id } = useAddress()
  const now = useSyncExternalStore(
    ticker.subscribe,
    () => Math.floor(api.clock.now() / 60_000) * 60_000,
  )
  return id === null ? <Results now={now} /> : <MemberPage key={id} id={id} now={now} />
}
