import { Dialog } from '@base-ui/react/dialog'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { useKit } from './kit.tsx'
import type { ImagePreviewProps, PreviewImage } from './layer-props.ts'
import styles from './preview.module.css'
import { atRest, doubleTapped, held, type Zoom, zoomedAt } from './zoom.ts'

/** The preview itself; it is loaded when the first picture is opened. */
export default function PreviewLayer({ images, at, onClose }: ImagePreviewProps) {
  const { texts } = useKit()
  const [shown, setShown] = useState<{ for: number | null; index: number }>({
    for: at,
    index: at ?? 0,
  })
  // A new request starts at its own picture; the viewer handles the paging afterwards.
  if (shown.for !== at) setShown({ for: at, index: at ?? shown.index })
  const { index } = shown
  const turn = (by: number) =>
    setShown({ for: at, index: Math.min(images.length - 1, Math.max(0, index + by)) })
  const image = images[index]
  return (
    <Dialog.Root open={at !== null} onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop ?? ''} />
        <Dialog.Popup
          className={styles.popup ?? ''}
          onKeyDown={event => {
            if (event.key === 'ArrowLeft') turn(-1)
            if (event.key === 'ArrowRight') turn(1)
          }}
        >
          <Dialog.Title className="visually-hidden">{image?.name}</Dialog.Title>
          {image && <ZoomedImage key={image.src} image={image} onSwipe={turn} />}
          <Dialog.Close
            render={<IconButton name="close" label={texts.close} className={styles.close} />}
          />
          {images.length > 1 && (
            <span className={styles.place}>
              {index + 1} / {images.length}
            </span>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const doubleTapMs = 300
const swipePx = 60

function ZoomedImage({ image, onSwipe }: { image: PreviewImage; onSwipe: (by: number) => void }) {
  const { texts } = useKit()
  const [zoom, setZoom] = useState<Zoom>(atRest)
  const frame = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const lastTap = useRef(0)
  const swiped = useRef(0)

  const size = () => frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const fromMiddle = (x: number, y: number) => {
    const { left, top, width, height } = size()
    return { x: x - left - width / 2, y: y - top - height / 2 }
  }

  const zoomBy = (factor: number) => setZoom(now => zoomedAt(now, factor, { x: 0, y: 0 }, size()))
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') zoomBy(2)
    if (key === '-') zoomBy(0.5)
    if (key === '0') setZoom(atRest)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function down(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    swiped.current = 0
    if (fingers.current.size > 1) return
    const point = fromMiddle(event.clientX, event.clientY)
    if (event.timeStamp - lastTap.current < doubleTapMs) {
      setZoom(now => doubleTapped(now, point, size()))
      lastTap.current = 0
    } else lastTap.current = event.timeStamp
  }

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const after = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, after)
    if (other) {
      const factor = distance(after, other) / Math.max(1, distance(before, other))
      const middle = fromMiddle((after.x + other.x) / 2, (after.y + other.y) / 2)
      setZoom(now => zoomedAt(now, factor, middle, size()))
      return
    }
    const dx = after.x - before.x
    swiped.current += dx
    setZoom(now => held({ ...now, x: now.x + dx, y: now.y + after.y - before.y }, size()))
  }

  function up(event: PointerEvent) {
    fingers.current.delete(event.pointerId)
    if (zoom.scale === 1 && Math.abs(swiped.current) > swipePx) onSwipe(swiped.current < 0 ? 1 : -1)
    swiped.current = 0
  }

  return (
    <>
      <div
        ref={frame}
        className={styles.frame}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onWheel={event =>
          setZoom(now =>
            zoomedAt(
              now,
              event.deltaY < 0 ? 1.15 : 1 / 1.15,
              fromMiddle(event.clientX, event.clientY),
              size(),
            ),
          )
        }
      >
        <img
          src={image.src}
          alt={image.name}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <div className={styles.tools}>
        <IconButton name="minus" label={texts.zoomOut} onClick={() => zoomBy(0.5)} />
        <IconButton name="plus" label={texts.zoomIn} onClick={() => zoomBy(2)} />
      </div>
    </>
  )
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y)
