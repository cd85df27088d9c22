import type {
  AnswerOf,
  dynamicSummary,
  networkOverview,
  RegionView,
  TreeNode,
} from '@banyan/domain'
import { Card, figureSign, figureText, Icon, Moment, Skeleton } from '@banyan/ui'
import { useMemo } from 'react'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { drawBanyan } from '../banyan-tree.ts'
import { texts } from '../texts.ts'
import { Banyan } from './banyan.tsx'
import styles from './network-card.module.css'

type Overview = AnswerOf<typeof networkOverview>
type Balances = AnswerOf<typeof dynamicSummary>['balances']

export interface NetworkCardProps {
  facts: Overview
  /** The own place and three levels below; undefined while loading. */
  nodes: readonly TreeNode[] | undefined
  balances: Balances | undefined
}

/** The own tree with both regions; before the own placement, its date. */
export function NetworkCard({ facts, nodes, balances }: NetworkCardProps) {
  const t = useTexts(texts)
  const { left, right } = facts.sums ?? {}
  const tree = useMemo(() => drawBanyan(nodes ?? []), [nodes])
  if (facts.state !== 'placed') return <NotPlaced facts={facts} />
  const members = (region: RegionView | undefined): string =>
    region ? t('members', { count: region.members }) : ''
  const label = [t('region_left'), members(left), t('region_right'), members(right)]
    .join(' ')
    .trim()
  return (
    <Card>
      <div className={styles.heads}>
        <h2>
          {t('region_left')} <span>{left && t('heads', { count: left.members })}</span>
        </h2>
        <h2>
          <span>{right && t('heads', { count: right.members })}</span> {t('region_right')}
        </h2>
      </div>
      <Banyan tree={tree} waiting={facts.waiting} label={label} />
      <div className={styles.regions}>
        <Region region={left} balance={balances?.left} />
        <Region region={right} balance={balances?.right} />
      </div>
      <p className={styles.foot}>
        <span>{t('volumeNote')}</span>
        <Link page={pages.mineArea.settleNetwork}>
          {t('network')}
          <Icon name="forward" size={16} />
        </Link>
      </p>
    </Card>
  )
}

interface RegionProps {
  /** Undefined while the tree is being counted. */
  region: RegionView | undefined
  balance: string | undefined
}

/** The volume of a side, what the last settlement added to it, and the unmatched volume. */
function Region({ region, balance }: RegionProps) {
  const t = useTexts(texts)
  const shown = useOwnText()
  if (!region) return <Skeleton width="60%" height="30px" />
  const added = figureSign(region.added) > 0
  return (
    <div>
      <p>
        <OwnMoney value={region.total} unit="USDT" size="num" most={2} />
      </p>
      <p className="sub">
        <span>
          {added ? t('added', { amount: shown(figureText(region.added, 2, 2)) }) : t('noneAdded')}
        </span>{' '}
        {balance !== undefined && figureSign(balance) > 0 && (
          <span>{t('unmatched', { amount: shown(figureText(balance, 2, 2)) })}</span>
        )}
      </p>
    </div>
  )
}

function NotPlaced({ facts }: { facts: Overview }) {
  const t = useTexts(texts)
  const { state, dueAt, inviterNickname, placementDays } = facts
  return (
    <Card className={styles.waits}>
      <h2>{t(state === 'settling' ? 'settling' : 'notPlaced')}</h2>
      <p className="sub">
        {t('notPlacedText', { inviter: inviterNickname ?? '', days: placementDays })}
      </p>
      {dueAt && (
        <p className="sub">
          {t('dueAt')} <Moment time={dueAt} />
        </p>
      )}
      <p className={styles.foot}>
        <span />
        <Link page={pages.mineArea.settleNetwork}>
          {t('network')}
          <Icon name="forward" size={16} />
        </Link>
      </p>
    </Card>
  )
}
