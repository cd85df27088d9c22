import { classes, IconButton } from '@banyan/ui'
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import {
  type Aim,
  aimedAt,
  curveOf,
  type Drawing,
  type DrawnNode,
  moreBelow,
  type PlacedNode,
} from '../tree-layout.ts'
import { centredOn, fitted, isInSight, scales, whole } from '../view-box.ts'
import styles from './tree-canvas.module.css'
import { TreeMap } from './tree-map.tsx'
import { TreeNodeView } from './tree-node.tsx'
import { usePan } from './use-pan.ts'

export interface TreeCanvasProps {
  drawing: Drawing
  /** Who was searched for or has just been asked for; brought into the middle. */
  aim: Aim | null
  onOpen: (drawn: DrawnNode) => void
  onExpand: (path: string) => void
  /** Over the drawing, at its foot. */
  children?: ReactNode
}

/** The tree as a drawing that is moved, zoomed and walked through by keys. */
export function TreeCanvas({ drawing, aim, onOpen, onExpand, children }: TreeCanvasProps) {
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const pan = usePan(frame, drawing)
  const { view, glides, set } = pan
  // Only the first drawing is fitted: later ones keep the place that the member looks at.
  const isFitted = useRef(false)
  useLayoutEffect(() => {
    if (isFitted.current) return
    isFitted.current = true
    set((_, box) => fitted(box, drawing))
  })
  const target = aim ? aimedAt(drawing, aim) : undefined
  const shown = useRef<Aim>(null)
  useEffect(() => {
    if (!target || shown.current === aim) return
    shown.current = aim
    set((now, box) => centredOn(now, box, target))
  }, [target, aim, set])
  const show = useCallback(
    (placed: PlacedNode) =>
      set((now, box) => (isInSight(now, box, placed) ? now : centredOn(now, box, placed))),
    [set],
  )
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
          <Places
            drawing={drawing}
            target={target}
            onOpen={onOpen}
            onExpand={onExpand}
            onFocus={show}
          />
        </div>
      </div>
      <TreeMap drawing={drawing} view={view} frame={frame} />
      <div className={styles.tools}>
        <IconButton
          name="minus"
          label={t('tree.zoomOut')}
          onClick={() => pan.zoom(1 / scales.step)}
        />
        <IconButton name="plus" label={t('tree.zoomIn')} onClick={() => pan.zoom(scales.step)} />
        <IconButton
          name="scan"
          label={t('tree.centre')}
          onClick={() => set((_, box) => whole(box, drawing))}
        />
      </div>
      {children}
    </section>
  )
}

interface PlacesProps extends Pick<TreeCanvasProps, 'drawing' | 'onOpen' | 'onExpand'> {
  target: PlacedNode | undefined
  onFocus: (placed: PlacedNode) => void
}

/** Everybody in the drawing. Moving and zooming it draws none of them again. */
const Places = memo(function Places({ drawing, target, ...on }: PlacesProps) {
  const drawn = useMemo(
    () => new Map(drawing.nodes.map(placed => [placed.drawn.path, placed.drawn])),
    [drawing],
  )
  return drawing.nodes.map(placed => (
    <TreeNodeView
      key={placed.drawn.path}
      placed={placed}
      marked={placed === target}
      more={moreBelow(placed.drawn, drawn)}
      {...on}
    />
  ))
})

const Links = memo(function Links({ drawing }: { drawing: Drawing }) {
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
})
