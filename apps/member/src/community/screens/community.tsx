import { useQuery } from '@tanstack/react-query'
import { HideButton } from '../../shell/hidden-figures.tsx'
import { HeadActions, HeadLink, pages, QueryView, useLive, useTexts } from '../../shell/index.ts'
import { WaitingCard } from '../../shell/slots.tsx'
import { LastCard } from '../parts/last-card.tsx'
import { NetworkCard } from '../parts/network-card.tsx'
import { NetworkPay } from '../parts/network-pay.tsx'
import { PromptNotes } from '../parts/prompt-notes.tsx'
import { StaticCard } from '../parts/static-card.tsx'
import { Ways } from '../parts/ways.tsx'
import { dynamicQuery, overviewQuery, staticQuery, statusQuery, treeQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Pending invitees, the own tree, and what the last settlement paid and from which sources. */
export default function CommunityScreen() {
  const t = useTexts(texts)
  const overview = useQuery(overviewQuery)
  const tree = useQuery(treeQuery)
  const statics = useQuery(staticQuery)
  const dynamics = useQuery(dynamicQuery)
  const status = useQuery(statusQuery)
  useLive('network', { invalidate: ['network'] })
  useLive('earnings', { invalidate: ['earnings'] })
  // The settlement that publishes a price also accepts applications and makes the counts.
  useLive('pricing', { invalidate: ['distribution'] })
  return (
    <div className="page-pad stack">
      <HeadActions>
        <HideButton />
        <HeadLink page={pages.more.rules} icon="file" label={t('rules')} />
      </HeadActions>
      <WaitingCard />
      <PromptNotes prompts={statics.data?.prompts ?? []} />
      <QueryView query={overview}>
        {facts => (
          <NetworkCard facts={facts} nodes={tree.data?.nodes} balances={dynamics.data?.balances} />
        )}
      </QueryView>
      <QueryView query={statics}>
        {facts => <StaticCard facts={facts} nextCutoff={overview.data?.nextCutoff} />}
      </QueryView>
      <QueryView query={dynamics}>
        {facts => (
          <>
            {overview.data && (
              <NetworkPay
                overview={overview.data}
                dynamics={facts}
                effective={status.data?.effectiveInvitees}
              />
            )}
            <LastCard dynamics={facts} />
          </>
        )}
      </QueryView>
      <Ways distributed={status.data?.state} />
    </div>
  )
}
