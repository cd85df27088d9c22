import { type ReactNode, type RefObject, useEffect } from 'react'
import { useKit } from './kit.tsx'
import { sheetLayer, useLayer, useOpenHere, useWayBack } from './layer.tsx'

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

/** A drawer from below, for a small task that belongs to the page under it. */
export function Sheet(props: SheetProps) {
  const open = useOpenHere(props.open)
  const { hold } = useKit()
  useEffect(() => (open ? hold?.() : undefined), [open, hold])
  useWayBack(open, props.locked ?? false, () => props.onOpenChange(false))
  const Layer = useLayer<SheetProps>(open, sheetLayer, () => props.onOpenChange(false))
  return Layer && <Layer {...props} open={open} />
}
