import { classes, Icon } from '@banyan/ui'
import { memo } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import type { DrawnNode, PlacedNode } from '../tree-layout.ts'
import styles from './tree-node.module.css'

export interface TreeNodeProps {
  placed: PlacedNode
  /** Found by the search, or just viewed. */
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
  const { kind, name, caption, count = 0, spokenName } = useFace(drawn)
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
        onClick={() => onOpen(drawn)}
        onFocus={() => onFocus(placed)}
      >
        <span className={styles.disc} aria-hidden>
          {drawn.kind === 'free' ? <Icon name="plus" size={20} /> : <Glyph drawn={drawn} />}
        </span>
        <span className={styles.name}>
          <ShortName name={name} />
          {count > 0 && more === 0 && (
            <span className={styles.count} aria-hidden>
              {' '}
              {count}
            </span>
          )}
        </span>
        {caption && (
          <span className={styles.caption} aria-hidden>
            {caption}
          </span>
        )}
        <span className="visually-hidden">{spokenName}</span>
      </button>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => onExpand(drawn.path)}>
          +{more}
          <span className="visually-hidden">{t('tree.expand', { name })}</span>
        </button>
      )}
    </div>
  )
})

const longestName = 5

/** A name shortened to the width of its place; screen readers get all of it. */
function ShortName({ name }: { name: string }) {
  const short = shortName(name)
  if (short === name) return name
  return (
    <>
      <span className="visually-hidden">{name}</span>
      <span aria-hidden>{short}</span>
    </>
  )
}

/** Names of more signs would cover their neighbours; the sheet shows them whole. */
function shortName(name: string): string {
  const signs = [...name]
  return signs.length > longestName ? `${signs.slice(0, longestName - 1).join('')}…` : name
}

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

interface Face {
  kind: Kind
  name: string
  caption?: string
  /** Members below. */
  count?: number
  /** The text for screen readers after the name. */
  spokenName: string
}

/** The style of a place and its text for screen readers. */
function useFace(drawn: DrawnNode): Face {
  const t = useTexts(texts)
  if (drawn.kind === 'gap')
    return { kind: 'gap', name: t('tree.levels', { count: drawn.levels }), spokenName: '' }
  const side = t(drawn.path.endsWith('l') ? 'side.left' : 'side.right')
  if (drawn.kind === 'free')
    return { kind: 'free', name: side, spokenName: t(`tree.free.${drawn.side}`) }
  if (drawn.kind === 'request') {
    const { nickname, state } = drawn.invitee
    const caption = t(state === 'settling' ? 'state.settling' : 'state.requested')
    return { kind: 'request', name: nickname, caption, spokenName: spoken(side, caption) }
  }
  const { nickname, invited, left, right, path } = drawn.node
  const count = (left?.members ?? 0) + (right?.members ?? 0)
  const below = t('tree.below', { count })
  if (path === '') return { kind: 'own', name: t('tree.own'), count, spokenName: spoken(below) }
  const depth = t('tree.depth', { n: path.length })
  if (nickname === null)
    return { kind: 'unnamed', name: depth, count, spokenName: spoken(side, below) }
  const ties = invited ? [t('legend.invited')] : []
  const spokenName = spoken(side, depth, ...ties, below)
  return { kind: invited ? 'invited' : 'other', name: nickname, count, spokenName }
}

/** Words that follow a name. */
const spoken = (...words: string[]): string => words.map(word => `, ${word}`).join('')
