import { classes, Icon } from '@banyan/ui'
import { memo } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import type { DrawnNode, PlacedNode } from '../tree-layout.ts'
import styles from './tree-node.module.css'

export interface TreeNodeProps {
  placed: PlacedNode
  /** Found by the search, or looked at just now. */
  marked: boolean
  /** There are members below who are not drawn. */
  more: number
  onOpen: (drawn: DrawnNode) => void
  onExpand: (path: string) => void
  onFocus: (placed: PlacedNode) => void
}

/** One place of the drawing: a member, an own request, a free end, or levels left out. */
export const TreeNodeView = memo(function TreeNodeView(props: TreeNodeProps) {
  const { placed, marked, more, onOpen, onExpand, onFocus } = props
  const { drawn, x, y } = placed
  const t = useTexts(texts)
  const place = { left: x, top: y, '--depth': drawn.path.length } as React.CSSProperties
  const { kind, name, caption, label } = useFace(drawn)
  if (drawn.kind === 'gap')
    return (
      <span className={classes(styles.place, styles.gap)} style={place}>
        {name}
      </span>
    )
  return (
    <div className={styles.place} style={place}>
      <button
        type="button"
        className={classes(styles.node, styles[kind], marked && styles.marked)}
        aria-label={label}
        onClick={() => onOpen(drawn)}
        onFocus={() => onFocus(placed)}
      >
        <span className={styles.disc} aria-hidden>
          {drawn.kind === 'free' ? <Icon name="plus" size={20} /> : <Glyph drawn={drawn} />}
        </span>
        <span className={styles.name} aria-hidden>
          {name}
        </span>
        {caption && (
          <span className={styles.caption} aria-hidden>
            {caption}
          </span>
        )}
      </button>
      {more > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={t('tree.expand', { name: label })}
          onClick={() => onExpand(drawn.path)}
        >
          +{more}
        </button>
      )}
    </div>
  )
})

function Glyph({ drawn }: { drawn: DrawnNode }) {
  const name =
    drawn.kind === 'request'
      ? drawn.invitee.nickname
      : drawn.kind === 'member'
        ? drawn.node.nickname
        : null
  return ([...(name ?? '').trim()][0] ?? '·').toUpperCase()
}

type Kind = 'own' | 'invited' | 'other' | 'unnamed' | 'request' | 'free' | 'gap'

/** How a place looks and what a reader hears. */
function useFace(drawn: DrawnNode): { kind: Kind; name: string; caption?: string; label: string } {
  const t = useTexts(texts)
  if (drawn.kind === 'gap') {
    const name = t('tree.levels', { count: drawn.levels })
    return { kind: 'gap', name, label: name }
  }
  const side = drawn.path.endsWith('l') ? 'left' : 'right'
  if (drawn.kind === 'free') {
    return { kind: 'free', name: t(`side.${side}`), label: t(`tree.free.${side}`) }
  }
  if (drawn.kind === 'request') {
    const { nickname, state } = drawn.invitee
    const caption = t(state === 'settling' ? 'state.settling' : 'state.requested')
    return {
      kind: 'request',
      name: nickname,
      caption,
      label: `${nickname}, ${t(`side.${side}`)}, ${caption}`,
    }
  }
  const { nickname, invited, left, right, path } = drawn.node
  const below = (left?.members ?? 0) + (right?.members ?? 0)
  const caption = left && right && below > 0 ? `${left.members} · ${right.members}` : ''
  const depth = t('tree.depth', { n: path.length })
  const name = path === '' ? t('tree.own') : (nickname ?? depth)
  const kind = path === '' ? 'own' : invited ? 'invited' : nickname === null ? 'unnamed' : 'other'
  const said = [
    name,
    ...(path === '' ? [] : [t(`side.${side}`), ...(nickname === null ? [] : [depth])]),
    ...(invited ? [t('legend.invited')] : []),
    t('tree.below', { count: below }),
  ]
  return { kind, name, caption, label: said.join(', ') }
}
