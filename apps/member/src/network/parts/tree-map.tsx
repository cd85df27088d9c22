import { classes } from '@banyan/ui'
import { memo, type RefObject, useLayoutEffect, useState } from 'react'
import type { Drawing } from '../tree-layout.ts'
import type { View } from '../view-box.ts'
import styles from './tree-map.module.css'

export interface TreeMapProps {
  drawing: Drawing
  view: View
  /** What the drawing is moved in. */
  frame: RefObject<HTMLDivElement | null>
}

/** Above the own place, in the drawing's units. */
const head = 30

/** The whole drawing in small, with a frame around what is in sight. For eyes only. */
export function TreeMap({ drawing, view, frame }: TreeMapProps) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame])
  const { left, right, bottom } = drawing
  const width = right - left
  const seen = {
    x: -view.x / view.scale,
    y: -view.y / view.scale,
    width: size.width / view.scale,
    height: size.height / view.scale,
  }
  return (
    <svg
      className={styles.map}
      viewBox={`${left} ${-head} ${width} ${bottom + head}`}
      aria-hidden="true"
    >
      <Whole drawing={drawing} />
      <rect className={styles.seen} rx={6} {...seen} />
    </svg>
  )
}

/** What the frame moves over. */
const Whole = memo(function Whole({
  drawing: { left, right, nodes, links },
}: {
  drawing: Drawing
}) {
  return (
    <>
      {links.map(({ from, to }) => (
        <path
          key={to.drawn.path}
          className={styles.link}
          d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
        />
      ))}
      {nodes.map(({ drawn, x, y }) => (
        <circle
          key={drawn.path}
          className={classes(styles.dot, drawn.kind !== 'member' && styles.open)}
          cx={x}
          cy={y}
          r={Math.max(9, (right - left) / 42)}
        />
      ))}
    </>
  )
})
