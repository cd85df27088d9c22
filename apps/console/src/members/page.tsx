import { useAddress, useMinute } from '../shell/index.ts'
import { MemberPage } from './member.tsx'
import { Results } from './results.tsx'

/** The search of members, or the page of one. */
export default function MembersPage() {
  const { id } = useAddress()
  const now = useMinute()
  return id === null ? <Results now={now} /> : <MemberPage key={id} id={id} now={now} />
}
