import { figureText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useSession, useTexts } from '../../shell/index.ts'
import { type Concern, touched } from '../concern.ts'
import { dynamicQuery, staticQuery, walletQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** What a change affects of the member's account; visitors have none. */
export function OwnStake({ names }: { names: readonly string[] }) {
  const { current } = useSession()
  const about = touched(names)
  if (!current || about.length === 0) return null
  return (
    <ul>
      {about.map(concern => {
        const Stake = stakes[concern]
        return (
          <li key={concern}>
            <Stake />
          </li>
        )
      })}
    </ul>
  )
}

const stakes: Readonly<Record<Concern, () => React.ReactNode>> = {
  static: StaticStake,
  network: NetworkStake,
  coins: () => <Held asset="LEAF" />,
  investing: InvestingStake,
  transfers: () => <Held asset="USDT" />,
}

function StaticStake() {
  const t = useTexts(texts)
  return (
    <QueryView query={useQuery(staticQuery)} compact skeleton={null}>
      {({ positions, locked, cap }) =>
        positions === 0
          ? t('ownStaticNone')
          : t('ownStatic', { n: positions, locked: plain(locked), cap: plain(cap) })
      }
    </QueryView>
  )
}

function NetworkStake() {
  const t = useTexts(texts)
  return (
    <QueryView query={useQuery(dynamicQuery)} compact skeleton={null}>
      {({ balances, round }) =>
        t('ownNetwork', {
          left: plain(balances.left),
          right: plain(balances.right),
          paid: plain(round.paid),
        })
      }
    </QueryView>
  )
}

function InvestingStake() {
  const t = useTexts(texts)
  return (
    <QueryView query={useQuery(walletQuery)} compact skeleton={null}>
      {({ maxInvestment, purchasable }) =>
        t('ownInvesting', { most: plain(maxInvestment), left: plain(purchasable) })
      }
    </QueryView>
  )
}

function Held({ asset }: { asset: 'USDT' | 'LEAF' }) {
  const t = useTexts(texts)
  return (
    <QueryView query={useQuery(walletQuery)} compact skeleton={null}>
      {({ assets }) => {
        const amount = assets.find(one => one.asset === asset)?.available ?? '0'
        return t('ownHeld', { amount: plain(amount), asset })
      }}
    </QueryView>
  )
}

const plain = (amount: string): string => figureText(amount, 0)
