import { CSPProvider } from '@base-ui/react/csp-provider'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { DateWords } from './clock.ts'

/** The kit's own texts. The kit knows no product and no language: the app passes them in once, at its root. */
export interface KitTexts {
  close: string
  back: string
  cancel: string
  confirm: string
  loading: string
  retry: string
  copy: string
  showPassword: string
  hidePassword: string
  max: string
  choose: string
  useKeyboard: string
  deleteDigit: string
  addImage: string
  removeImage: string
  imageTooMany: (most: number) => string
  imageUnreadable: string
  removeFile: string
  fileTooMany: (most: number) => string
  videoTooLong: (seconds: number) => string
  videoUnreadable: string
  carousel: string
  slide: string
  previous: string
  next: string
  play: string
  pause: string
  zoomIn: string
  zoomOut: string
  step: (now: number, all: number) => string
  secondsLeft: (minutes: number, seconds: number) => string
  /** The time that is left, in words, where there is more than an hour. */
  hoursLeft: (hours: number, minutes: number) => string
  justNow: string
  minutesAgo: (n: number) => string
  hoursAgo: (n: number) => string
  daysAgo: (n: number) => string
  date: DateWords['date']
  nearDay: DateWords['nearDay']
  digitsEntered: (n: number) => string
  rise: string
  fall: string
}

export interface Kit {
  texts: KitTexts
  /** The server's clock in epoch milliseconds: the device's clock plus the known offset. */
  now: () => number
  /**
   * Called when a sheet opens; the returned function is called when it closes. The app makes no
   * interruptions in between.
   */
  hold?: (() => () => void) | undefined
  /**
   * Called when a sheet or dialog opens. Going back calls `leave`, which returns whether it has
   * closed. The returned function reports that it has closed by itself.
   */
  cover?: ((leave: () => boolean) => () => void) | undefined
}

const KitContext = createContext<Kit | null>(null)

/** Provides the kit with its texts and its clock. */
export function KitProvider({ texts, now, hold, cover, children }: Kit & { children: ReactNode }) {
  const kit = useMemo(() => ({ texts, now, hold, cover }), [texts, now, hold, cover])
  // The platform's content security policy allows no style elements that are written at run time.
  return (
    <CSPProvider disableStyleElements>
      <KitContext value={kit}>{children}</KitContext>
    </CSPProvider>
  )
}

/** Returns the kit's texts and clock; use outside a provider is a bug. */
export function useKit(): Kit {
  const kit = use(KitContext)
  if (!kit) throw new Error('wrap the app in <KitProvider>')
  return kit
}

const SurfaceContext = createContext(true)

/**
 * Provides whether the surrounding page is the one on top. A layer (sheet, dialog) that belongs to
 * a page underneath must not stay open: a modal layer left in a hidden page makes the whole
 * document inert.
 */
export const Surface = SurfaceContext

/** True while the surrounding page is on top. */
export const useSurface = (): boolean => use(SurfaceContext)
