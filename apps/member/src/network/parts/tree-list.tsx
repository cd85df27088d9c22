import { Icon, IconButton } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import type { Drawing, DrawnNode } from '../tree-layout.ts'
import styles from './tree-list.module.css'

export interface TreeListProps {
  drawing: Drawing
  onOpen: (drawn: DrawnNode) => void
  onExpand: (path: string) => void
}

/** The same tree as an indented list: for readers, for keys, and for those who like lists. */
export function TreeList({ drawing, onOpen, onExpand }: TreeListProps) {
  const t = useTexts(texts)
  const depthOf = (path: string) => t('tree.depth', { n: path.length })
  const rows = drawing.nodes.map(one => one.drawn).sort((a, b) => (a.path < b.path ? -1 : 1))
  const paths = new Set(rows.map(row => row.path))
  return (
    // biome-ignore lint/a11y/noRedundantRoles: VoiceOver reads a list without markers as plain text.
    <ul role="list" className={styles.list} aria-label={t('tree.title')}>
      {rows.map(drawn => (
        <li
          key={drawn.path}
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
          {drawn.kind === 'member' && hidesMembers(drawn, paths) && (
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

const hidesMembers = (
  { path, node }: Extract<DrawnNode, { kind: 'member' }>,
  paths: ReadonlySet<string>,
): boolean => (node.hasLeft && !paths.has(`${path}l`)) || (node.hasRight && !paths.has(`${path}r`))

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
