import { useEffect, useState } from 'react'
import styles from './qr-code.module.css'
import { Skeleton } from './states.tsx'

export interface QrCodeProps {
  /** The encoded text. */
  text: string
  /** Its name, for screen readers. */
  label: string
  /** Edge in px. */
  size?: number
}

/** A QR code on white in every theme, because scanners need it. The encoder is loaded on demand. */
export function QrCode({ text, label, size = 200 }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ edge: number; path: string } | null>(null)
  useEffect(() => {
    let here = true
    void qrPath(text).then(path => here && setDrawn(path))
    return () => {
      here = false
    }
  }, [text])
  return (
    <div className={styles.frame} style={{ width: size, height: size }}>
      {drawn ? (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${drawn.edge} ${drawn.edge}`}
          shapeRendering="crispEdges"
        >
          <path d={drawn.path} fill="#000" />
        </svg>
      ) : (
        <Skeleton width="100%" height="100%" />
      )}
    </div>
  )
}

/**
 * Returns the dark modules of a code as a path, in a square of `edge` units. The encoder is loaded
 * on demand.
 */
export async function qrPath(text: string): Promise<{ edge: number; path: string }> {
  const { encode } = await import('uqr')
  const { data, size: edge } = encode(text, { ecc: 'M', border: 2 })
  return { edge, path: pathOf(data) }
}

/** Runs of dark modules as one path: a few hundred characters instead of a thousand rectangles. */
function pathOf(rows: boolean[][]): string {
  let path = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  })
  return path
}
