import type { ReactNode, RefObject } from 'react'
export interface PreviewImage {
  src: string
  name: string
}

export interface ImagePreviewProps {
  images: readonly PreviewImage[]
  /** Which one is shown; null shows none. */
  at: number | null
  onClose: () => void
}

export interface ConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question. */
  title: ReactNode
  /** What will happen. */
  children?: ReactNode
  /** The act's own verb: "Cancel the order", not "OK". */
  confirmText: ReactNode
  cancelText?: ReactNode
  tone?: 'primary' | 'danger'
  pending?: boolean
  onConfirm: () => void
}

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** A line under the title. */
  description?: ReactNode
  /** Stays at the thumb under what scrolls: the sheet's buttons. */
  footer?: ReactNode
  /** While something is under way the sheet cannot be dismissed. */
  locked?: boolean
  /** The page stays in use beside it: no scrim, and a tap on the page does not close it. */
  beside?: boolean
  /** What takes the focus when it opens; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}
