import { previewLayer, useLayer, useOpenHere, useWayBack } from './layer.tsx'
import type { ImagePreviewProps } from './layer-props.ts'

/** Pictures at full size: pinch or wheel from 1 to 4, a double tap for 2, swipes and arrows between them. */
export function ImagePreview(props: ImagePreviewProps) {
  const open = useOpenHere(props.at !== null)
  useWayBack(open, false, props.onClose)
  const Layer = useLayer<ImagePreviewProps>(open, previewLayer, props.onClose)
  return Layer && <Layer {...props} at={open ? props.at : null} />
}
