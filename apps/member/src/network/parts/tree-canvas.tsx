import { classes, Icon, IconButton } from '@banyan/ui'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { curveOf, type Drawing, type DrawnNode, type PlacedNode } from '../tree-layout.ts'
import { centredOn, fitted, isInSight, scales } from '../view-box.ts'
import styles from './tree-canvas.module.css'
import { TreeNodeView } from './tree-node.tsx'
import { usePan } from './use-pan.ts'

export interface TreeCanvasProps {
  drawing: Drawing
  /** The path that was searched for; brought into the middle. */
  marked: string | null
  onOpen: (drawn: DrawnNode) => void
  onExpand: (path: string) => void
  /** Over the drawing, at its foot. */
  children?: ReactNode
}

/** The tree as a drawing that is moved, zoomed and walked through by keys. */
export function TreeCanvas({ drawing, marked, onOpen, onExpand, children }: TreeCanvasProps) {
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const pan = usePan(frame, drawing)
  const { view, glides, set } = pan
  const places = useMemo(
    () => new Map(drawing.nodes.map(placed => [placed.drawn.path, placed])),
    [drawing],
  )
  // Only the first drawing is fitted: later ones grow under the eyes of whoever is looking.
  const isFitted = useRef(false)
  const fit = () => set((_, box) => fitted(box, drawing))
  useLayoutEffect(() => {
    if (isFitted.current) return
    isFitted.current = true
    set((_, box) => fitted(box, drawing))
  })
  const target = marked === null ? undefined : places.get(marked)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!target || shown.current === marked) return
    shown.current = marked
    set((now, box) => centredOn(now, box, target))
  }, [target, marked, set])
  const show = (placed: PlacedNode) =>
    set((now, box) => (isInSight(now, box, placed) ? now : centredOn(now, box, placed)))
  return (
    <section className={styles.stage} aria-label={t('tree.title')}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a pane that can be moved. */}
      <div
        ref={frame}
        className={styles.frame}
        role="group"
        aria-label={t('tree.pane')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it.
        tabIndex={0}
        {...pan.on}
      >
        <div
          className={classes(styles.drawing, glides && styles.glides)}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        >
          <Links drawing={drawing} />
          {drawing.nodes.map(placed => (
            <TreeNodeView
              key={placed.drawn.path}
              placed={placed}
              marked={placed.drawn.path === marked}
              more={moreBelow(placed.drawn, places)}
              onOpen={onOpen}
              onExpand={onExpand}
              onFocus={show}
            />
          ))}
        </div>
      </div>
      <div className={classes(styles.tools, styles.whole)}>
        <button type="button" aria-label={t('tree.centre')} onClick={fit}>
          <Icon name="scan" />
        </button>
      </div>
      <div className={styles.tools}>
        <IconButton name="plus" label={t('tree.zoomIn')} onClick={() => pan.zoom(scales.step)} />
        <IconButton
          name="minus"
          label={t('tree.zoomOut')}
          onClick={() => pan.zoom(1 / scales.step)}
        />
      </div>
      {children}
    </section>
  )
}

/** Members below a node of whom none is drawn. */
function moreBelow(drawn: DrawnNode, places: ReadonlyMap<string, PlacedNode>): number {
  if (drawn.kind !== 'member') return 0
  const { node, path } = drawn
  const hidden = (['l', 'r'] as const).filter(letter => {
    const child = places.get(path + letter)?.drawn.kind
    const there = letter === 'l' ? node.hasLeft : node.hasRight
    return there && child !== 'member'
  })
  const count = { l: node.left?.members ?? 1, r: node.right?.members ?? 1 }
  return hidden.reduce((sum, letter) => sum + Math.max(1, count[letter]), 0)
}

function Links({ drawing }: { drawing: Drawing }) {
  const { left, right, bottom } = drawing
  return (
    <svg
      className={styles.links}
      aria-hidden="true"
      viewBox={`${left} 0 ${right - left} ${bottom}`}
      style={{ left, width: right - left, height: bottom }}
    >
      {drawing.links.map(link => (
        <path
          key={link.to.drawn.path}
          d={curveOf(link)}
          className={classes(
            styles.link,
            link.outer && styles.outer,
            link.to.drawn.kind !== 'member' && styles.dashed,
          )}
        />
      ))}
    </svg>
  )
}
