import type { ReactNode } from 'react'
import { dialogLayer, useLayer, useOpenHere, useWayBack } from './layer.tsx'

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

/** Asks before an act that cannot be taken back. A tap beside it answers nothing. */
export function Confirm(props: ConfirmProps) {
  const open = useOpenHere(props.open)
  useWayBack(open, props.pending ?? false, () => props.onOpenChange(false))
  const Layer = useLayer<ConfirmProps>(open, dialogLayer, () => props.onOpenChange(false))
  return Layer && <Layer {...props} open={open} />
}
