import { startTransition, useEffect } from 'react'
import { useKit } from './kit.tsx'
import { sheetLayer, useLayer, useOpenAfterPaint, useWayBack } from './layer.tsx'
import type { SheetProps } from './layer-props.ts'

/** A drawer from below, for a small task that belongs to the page under it. */
export function Sheet(props: SheetProps) {
  const open = useOpenAfterPaint(props.open)
  const { hold } = useKit()
  useEffect(() => (open ? hold?.() : undefined), [open, hold])
  // The tap that closes it is shown before the page around is drawn again.
  const change = (next: boolean) => startTransition(() => props.onOpenChange(next))
  useWayBack(open, props.locked ?? false, () => change(false))
  const Layer = useLayer<SheetProps>(open, sheetLayer, () => change(false))
  return Layer && <Layer {...props} open={open} onOpenChange={change} />
}
