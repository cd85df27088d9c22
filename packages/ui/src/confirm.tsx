import { dialogLayer, useLayer, useOpenAfterPaint, useWayBack } from './layer.tsx'
import type { ConfirmProps } from './layer-props.ts'

/** Asks before an act that cannot be taken back. A tap beside it answers nothing. */
export function Confirm(props: ConfirmProps) {
  const open = useOpenAfterPaint(props.open)
  useWayBack(open, props.pending ?? false, () => props.onOpenChange(false))
  const Layer = useLayer<ConfirmProps>(open, dialogLayer, () => props.onOpenChange(false))
  return Layer && <Layer {...props} open={open} />
}
