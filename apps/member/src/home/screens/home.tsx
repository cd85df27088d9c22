import { useQuery } from '@tanstack/react-query'
import { QueryView, useLive } from '../../shell/index.ts'
import { DueTrades, HomeNotices } from '../../shell/slots.tsx'
import { Actions } from '../parts/actions.tsx'
import { FirstHero, FirstSteps, LastStep, Learn, useFirstSteps } from '../parts/first-steps.tsx'
import { GuideCard, GuideLine } from '../parts/guide-card.tsx'
import { HomeHead } from '../parts/home-head.tsx'
import { RoundPart } from '../parts/round-card.tsx'
import { TotalCard } from '../parts/total-card.tsx'
import {
  dynamicQuery,
  emailQuery,
  flowsQuery,
  guideQuery,
  meQuery,
  roundQuery,
  solvencyQuery,
  staticQuery,
  summaryQuery,
} from '../queries.ts'

/** What the first view shows; `first-calls.ts` asks for them before the app is there. */
export const firstQueries = [
  meQuery,
  solvencyQuery,
  guideQuery,
  staticQuery,
  dynamicQuery,
  summaryQuery,
  roundQuery,
  flowsQuery,
  emailQuery,
]

/** The entry page: pending matters of the member, the total, and the coin with the current round. */
export default function HomeScreen() {
  useLive('wallets', { invalidate: ['wallets'] })
  useLive('pricing', { invalidate: ['pricing'] })
  useLive('subscriptions', { invalidate: ['subscriptions'] })
  useLive('earnings', { invalidate: ['earnings'] })
  const done = useFirstSteps()
  const isNew = done !== null && !done.recharge
  const isStarting = done !== null && !(done.recharge && done.coin)
  return (
    <>
      <HomeHead />
      <div className="page-pad stack">
        <DueTrades />
        {isNew ? (
          <FirstHero done={done} />
        ) : (
          <>
            <TotalCard />
            <Actions />
          </>
        )}
        {isStarting && <FirstSteps done={done} />}
        <HomeNotices />
        <Coin hasRound={!isNew} />
        {isNew && <Learn />}
        {done && !isStarting && !done.email && <LastStep />}
      </div>
    </>
  )
}

/** The guide price, with the round for members who can take part in it. */
function Coin({ hasRound }: { hasRound: boolean }) {
  const guide = useQuery(guideQuery)
  const round = useQuery(roundQuery)
  return (
    <QueryView
      query={guide}
      skeleton={
        <GuideCard>
          <RoundPart />
        </GuideCard>
      }
    >
      {price =>
        hasRound ? (
          <GuideCard guide={price}>
            <QueryView query={round} compact skeleton={<RoundPart />}>
              {facts => <RoundPart round={facts} guidePrice={price.price} />}
            </QueryView>
          </GuideCard>
        ) : (
          <GuideLine guide={price} />
        )
      }
    </QueryView>
  )
}
