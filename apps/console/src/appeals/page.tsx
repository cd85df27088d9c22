import { useMe } from '../shell/index.ts'
import { AppointmentDesk } from './appointment-desk.tsx'
import { HearingPage } from './hearing-page.tsx'

/** Arbitrators hear cases here; administrators see which wait, and appoint. */
export default function AppealsPage() {
  const { role } = useMe()
  return role === 'administrator' ? <AppointmentDesk /> : <HearingPage />
}
