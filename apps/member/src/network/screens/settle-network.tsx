import type { AnswerOf, networkOverview } from '@banyan/domain'
import { Button, ErrorBlock, IconButton, Moment, Note, SkeletonCards } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useCallback, useState } from 'react'
import {
  HeadActions,
  nav,
  pages,
  QueryView,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { Legend } from '../parts/legend.tsx'
import { MemberSheet } from '../parts/member-sheet.tsx'
import { PlaceSheet, type Placing } from '../parts/place-sheet.tsx'
import { PreferenceSheet } from '../parts/preference-sheet.tsx'
import { Regions } from '../parts/regions.tsx'
import { SearchSheet } from '../parts/search-sheet.tsx'
import { TreeCanvas } from '../parts/tree-canvas.tsx'
import { TreeList } from '../parts/tree-list.tsx'
import WaitingCard from '../parts/waiting-card.tsx'
import { overviewQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import type { Aim, DrawnNode } from '../tree-layout.ts'
import { useTree } from '../use-tree.ts'
import styles from './settle-network.module.css'

/** The own part of the placement tree, and the way for invitees into it. */
export default function SettleNetworkScreen() {
  const overview = useQuery(overviewQuery)
  useLive('network', { invalidate: ['network'] })
  return <QueryView query={overview}>{facts => <Network facts={facts} />}</QueryView>
}

type Layer = 'none' | 'search' | 'preference'

function Network({ facts }: { facts: AnswerOf<typeof networkOverview> }) {
  const t = useTexts(texts)
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const page = pages.mineArea.settleNetwork
  const { view: shape } = usePageQuery(page)
  const [layer, setLayer] = useState<Layer>('none')
  const [aim, setAim] = useState<Aim | null>(null)
  const [opened, setOpened] = useState<DrawnNode | null>(null)
  const [placing, setPlacing] = useState<Placing | null>(null)
  const tree = useTree(facts, expanded)
  // The drawing has many places: they are drawn again only when something of them has changed.
  const open = useCallback(
    (drawn: DrawnNode) =>
      startTransition(() => {
        if (drawn.kind === 'free') setPlacing({ invitee: null, choice: drawn.side })
        else {
          setOpened(drawn)
          // It moves to where the sheet leaves it in sight.
          if (shape === 'tree') setAim({ path: drawn.path })
        }
      }),
    [shape],
  )
  const expand = useCallback(
    (path: string) => setExpanded(now => (now.includes(path) ? now : [...now, path])),
    [],
  )
  const openPreference = () => setLayer('preference')
  const close = () => setLayer('none')
  return (
    <>
      <HeadActions>
        <IconButton name="search" label={t('tree.search')} onClick={() => setLayer('search')} />
        <IconButton
          name={shape === 'tree' ? 'list' : 'split'}
          label={t(shape === 'tree' ? 'tree.asList' : 'tree.asTree')}
          onClick={() => nav.retune(page, { view: shape === 'tree' ? 'list' : 'tree' })}
        />
      </HeadActions>
      <div className={styles.page}>
        <div className={styles.note}>
          {facts.state !== 'placed' && <NotYet facts={facts} />}
          <WaitingCard
            onPlace={() => setPlacing({ invitee: null, choice: 'smaller' })}
            onAutomatic={openPreference}
          />
        </div>
        {shape === 'list' && (
          <>
            {facts.state === 'placed' && <Regions sums={facts.sums} />}
            <div className={styles.bar}>
              <Button tone="quiet" size="small" icon="settings" onClick={openPreference}>
                {t('preference.open')}
              </Button>
              <AsOf time={tree.asOf} isPlaced={facts.state === 'placed'} />
            </div>
          </>
        )}
        {tree.drawing === null ? (
          tree.error ? (
            <ErrorBlock onRetry={tree.retry}>{tree.error.message}</ErrorBlock>
          ) : (
            <SkeletonCards cards={1} rows={4} />
          )
        ) : shape === 'tree' ? (
          <TreeCanvas drawing={tree.drawing} aim={aim} onOpen={open} onExpand={expand}>
            <Legend hint={tree.nodes.size === 1 && facts.waiting === 0 ? t('tree.empty') : null} />
          </TreeCanvas>
        ) : (
          <TreeList drawing={tree.drawing} aim={aim} onOpen={open} onExpand={expand} />
        )}
      </div>
      <SearchSheet
        open={layer === 'search'}
        onClose={close}
        onFound={path => {
          nav.retune(page, { view: 'tree' })
          setAim({ path })
        }}
      />
      <PreferenceSheet open={layer === 'preference'} facts={facts} onClose={close} />
      <MemberSheet
        opened={opened}
        facts={facts}
        onExpand={expand}
        onMove={invitee => {
          setOpened(null)
          setPlacing({ invitee: invitee.id, choice: invitee.choice ?? 'smaller' })
        }}
        onClose={() => setOpened(null)}
      />
      <PlaceSheet
        placing={placing}
        waiting={tree.waiting}
        onPlaced={invitee => setAim({ invitee })}
        onClose={() => setPlacing(null)}
      />
    </>
  )
}

function NotYet({ facts }: { facts: AnswerOf<typeof networkOverview> }) {
  const t = useTexts(texts)
  const { state, dueAt, inviterNickname, placementDays } = facts
  const [before, after] = t('waiting.due', { time: '\u0000' }).split('\u0000')
  return (
    <Note tone="warn">
      <strong>{t(state === 'settling' ? 'waiting.settling' : 'waiting.notYet')}</strong>
      <p>{t('waiting.notYetText', { inviter: inviterNickname ?? '', days: placementDays })}</p>
      {dueAt && (
        <p>
          {before}
          <Moment time={dueAt} />
          {after}
        </p>
      )}
    </Note>
  )
}

function AsOf({ time, isPlaced }: { time: string | null; isPlaced: boolean }) {
  const t = useTexts(texts)
  if (!isPlaced) return null
  if (!time) return <p className="cap">{t('tree.counting')}</p>
  const clock = new Date(time).toLocaleTimeString('en-GB')
  return <p className="cap num">{t('tree.asOf', { time: clock })}</p>
}
