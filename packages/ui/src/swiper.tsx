import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { useKit } from './kit.tsx'
import { kitRules } from './rules.ts'
import styles from './swiper.module.css'

export interface SwiperProps {
  /** The subject of the slides, for screen readers. */
  label: string
  /** Slides of one line: the button for the next one is beside them; a tap on it stops the rotation. */
  line?: boolean
  /** One slide each; keys must be set. */
  children: readonly ReactNode[]
}

const swipePx = 40

/**
 * Shows one slide after the other, every 5 s, in 500 ms. It pauses during touch, focus and hover,
 * while the page is hidden, and with reduced motion; a button stops it permanently.
 */
export function Swiper({ label, line = false, children }: SwiperProps) {
  const { texts } = useKit()
  const [at, setAt] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [held, setHeld] = useState(false)
  const watched = useSyncExternalStore(onAttention, isWatched)
  const finger = useRef<number | null>(null)
  const all = children.length
  const shown = Math.min(at, all - 1)
  const runs = all > 1 && watched && !held && !stopped

  useEffect(() => {
    if (!runs) return
    const timer = setTimeout(() => setAt((shown + 1) % all), kitRules.swiperIntervalMs)
    return () => clearTimeout(timer)
  }, [runs, shown, all])

  function lift(event: PointerEvent) {
    const from = finger.current
    finger.current = null
    const way = from === null ? 0 : event.clientX - from
    if (Math.abs(way) > swipePx) setAt(Math.min(all - 1, Math.max(0, shown + (way < 0 ? 1 : -1))))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel has no element of its own.
    <div
      role="group"
      aria-roledescription={texts.carousel}
      aria-label={label}
      className={classes(styles.swiper, line && styles.line)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={event => {
        finger.current = event.clientX
      }}
      onPointerUp={lift}
      onPointerCancel={() => {
        finger.current = null
      }}
    >
      <div className={styles.frame}>
        <div
          className={styles.track}
          style={{
            transform: `translateX(${-100 * shown}%)`,
            transitionDuration: `${kitRules.swiperDurationMs}ms`,
          }}
        >
          {children.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide has no element of its own.
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a slide is identified by its index.
              key={index}
              role="group"
              aria-roledescription={texts.slide}
              aria-label={texts.step(index + 1, all)}
              className={styles.slide}
              inert={index !== shown}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      {all > 1 && (
        <div className={styles.foot}>
          {!line && (
            <>
              <span className={styles.dots} aria-hidden>
                {children.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its index.
                  <i key={index} className={classes(index === shown && styles.here)} />
                ))}
              </span>
              <IconButton
                name="back"
                size={16}
                label={texts.previous}
                onClick={() => setAt((shown + all - 1) % all)}
              />
            </>
          )}
          <IconButton
            name="forward"
            size={16}
            label={texts.next}
            onClick={() => {
              setAt((shown + 1) % all)
              if (line) setStopped(true)
            }}
          />
          {!line && (
            <IconButton
              name={stopped ? 'play' : 'pause'}
              size={16}
              label={stopped ? texts.play : texts.pause}
              onClick={() => setStopped(!stopped)}
            />
          )}
        </div>
      )}
    </div>
  )
}

const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)')
const isWatched = () => document.visibilityState === 'visible' && !lessMotion().matches

function onAttention(changed: () => void): () => void {
  const motion = lessMotion()
  motion.addEventListener('change', changed)
  document.addEventListener('visibilitychange', changed)
  return () => {
    motion.removeEventListener('change', changed)
    document.removeEventListener('visibilitychange', changed)
  }
}
