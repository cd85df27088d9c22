import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive } from '../../shell/index.ts'
import { CountsCard } from '../parts/counts-card.tsx'
import { DynamicCard } from '../parts/dynamic-card.tsx'
import { LastCard } from '../parts/last-card.tsx'
import { ModuleBanner } from '../parts/module-banner.tsx'
import { NetworkCard } from '../parts/network-card.tsx'
import { PromptNotes } from '../parts/prompt-notes.tsx'
import { StaticCard } from '../parts/static-card.tsx'
import { Ways } from '../parts/ways.tsx'
import { dynamicQuery, overviewQuery, staticQuery, statusQuery } from '../queries.ts'

/** What stands under the member, and what the settlements have made of it. */
export default function CommunityScreen() {
  const overview = useQuery(overviewQuery)
  const statics = useQuery(staticQuery)
  const dynamics = useQuery(dynamicQuery)
  const status = useQuery(statusQuery)
  useLive('network', { invalidate: ['network'] })
  useLive('earnings', { invalidate: ['earnings'] })
  // Applications are accepted, and counts are made, by the settlement that publishes a price.
  useLive('pricing', { invalidate: ['distribution'] })
  return (
    <div className="page-pad stack">
      {dynamics.data?.moduleOn && <ModuleBanner />}
      <PromptNotes prompts={statics.data?.prompts ?? []} />
      <QueryView query={overview}>
        {facts => (
          <>
            <NetworkCard facts={facts} balances={dynamics.data?.balances} />
            <CountsCard facts={facts} effective={status.data?.effectiveInvitees} />
          </>
        )}
      </QueryView>
      <QueryView query={statics}>{facts => <StaticCard facts={facts} />}</QueryView>
      <QueryView query={dynamics}>
        {facts => (
          <>
            <DynamicCard facts={facts} />
            <LastCard dynamics={facts} statics={statics.data?.last ?? null} />
          </>
        )}
      </QueryView>
      <Ways distributed={status.data?.state} />
    </div>
  )
}
