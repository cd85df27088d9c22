import { Icon, IconButton } from '@banyan/ui'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { type Aim, aimedAt, type Drawing, type DrawnNode, moreBelow } from '../tree-layout.ts'
import styles from './tree-list.module.css'

export interface TreeListProps {
  drawing: Drawing
  /** The member of the newest request; scrolled into view. */
  aim: Aim | null
  onOpen: (drawn: DrawnNode) => void
  onExpand: (path: string) => void
}

/** The same tree as an indented list: for screen readers, for keyboards, and by preference. */
export function TreeList({ drawing, aim, onOpen, onExpand }: TreeListProps) {
  const t = useTexts(texts)
  const depthOf = (path: string) => t('tree.depth', { n: path.length })
  const rows = drawing.nodes.map(one => one.drawn).sort((a, b) => (a.path < b.path ? -1 : 1))
  const drawnAt = new Map(rows.map(row => [row.path, row]))
  const target = aim ? aimedAt(drawing, aim)?.drawn.path : undefined
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (aim && target !== undefined) row.current?.scrollIntoView({ block: 'center' })
  }, [aim, target])
  return (
    // biome-ignore lint/a11y/noRedundantRoles: VoiceOver reads a list without markers as plain text.
    <ul role="list" className={styles.list} aria-label={t('tree.title')}>
      {rows.map(drawn => (
        <li
          key={drawn.path}
          ref={drawn.path === target ? row : null}
          className={styles.row}
          style={{ '--depth': Math.min(drawn.path.length, 9) } as React.CSSProperties}
        >
          {drawn.kind === 'gap' ? (
            <span className={styles.gap}>{t('tree.between', { count: drawn.levels })}</span>
          ) : (
            <button type="button" className={styles.open} onClick={() => onOpen(drawn)}>
              <ListedFace drawn={drawn} />
            </button>
          )}
          {drawn.kind === 'member' && moreBelow(drawn, drawnAt) > 0 && (
            <IconButton
              name="down"
              label={t('tree.expand', { name: drawn.node.nickname ?? depthOf(drawn.path) })}
              onClick={() => onExpand(drawn.path)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function ListedFace({ drawn }: { drawn: Exclude<DrawnNode, { kind: 'gap' }> }) {
  const t = useTexts(texts)
  const side = t(drawn.path.endsWith('l') ? 'side.left' : 'side.right')
  if (drawn.kind === 'free')
    return (
      <span className={styles.free}>
        <Icon name="plus" size={16} />
        {t(`tree.free.${drawn.side}`)}
      </span>
    )
  if (drawn.kind === 'request')
    return (
      <>
        <span className={styles.name}>{drawn.invitee.nickname}</span>
        <span className={styles.cap}>
          <span className={styles.request}>
            {t(drawn.invitee.state === 'settling' ? 'state.settling' : 'state.requested')}
          </span>
          {` · ${side}`}
        </span>
      </>
    )
  const { node, path } = drawn
  const below = (node.left?.members ?? 0) + (node.right?.members ?? 0)
  return (
    <>
      <span className={styles.name}>
        {path === '' ? t('tree.own') : (node.nickname ?? t('tree.depth', { n: path.length }))}
      </span>
      <span className={styles.cap}>
        {node.invited && (
          <>
            <span className={styles.invited}>{t('legend.invited')}</span>
            {' · '}
          </>
        )}
        {path === '' ? '' : `${side} · `}
        {t('tree.below', { count: below })}
      </span>
    </>
  )
}
