import type { DistributedStatus } from '@banyan/domain'
import { Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { Actions } from '../parts/actions.tsx'
import { Conditions } from '../parts/conditions.tsx'
import { PairingNeeds } from '../parts/pairing-needs.tsx'
import { StatusCard } from '../parts/status-card.tsx'
import { statusQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Becoming, being and ceasing to be a distributed member: the status, its conditions, and the next step. */
export default function ToSpreadScreen() {
  const query = useQuery(statusQuery)
  useLive('earnings', { invalidate: ['distribution'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>{status => <Facts status={status} />}</QueryView>
    </div>
  )
}

function Facts({ status }: { status: DistributedStatus }) {
  const t = useTexts(texts)
  return (
    <>
      <StatusCard status={status} />
      <Note tone={status.moduleOn ? 'neutral' : 'warn'}>
        {t(status.moduleOn ? 'source' : 'moduleOff')}
      </Note>
      {status.state !== 'suspended' && <Conditions status={status} />}
      {status.moduleOn && status.state === 'active' && <PairingNeeds status={status} />}
      <Actions status={status} />
    </>
  )
}
