import { type ComponentType, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useKit, useSurface } from './kit.tsx'

type Loaded<P> = Promise<{ default: ComponentType<P> }>

/*
 * The layers (sheets and dialogs) are the heavy part of the kit: focus kept inside, swipes, the
 * keyboard. They are loaded when the first one opens, or earlier by `layerLoads` when the app
 * has nothing better to do.
 */
export const sheetLayer = () => import('./sheet-layer.tsx')
export const dialogLayer = () => import('./dialog-layer.tsx')
export const previewLayer = () => import('./preview-layer.tsx')

/** Fetch the layers that every page of money needs, one each; what fails is asked for again later. */
export const layerLoads: readonly (() => void)[] = [sheetLayer, dialogLayer].map(
  load => () => void load().catch(() => {}),
)

/**
 * The code of a layer once it is wanted; null until it is there. When it cannot be fetched the
 * layer closes again, and the next tap asks anew.
 */
export function useLayer<P>(
  wanted: boolean,
  load: () => Loaded<P>,
  onFailed: () => void,
): ComponentType<P> | null {
  const [Layer, setLayer] = useState<ComponentType<P> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again only when it is wanted again.
  useEffect(() => {
    if (!wanted || Layer) return
    let here = true
    load().then(
      module => here && setLayer(() => module.default),
      () => here && onFailed(),
    )
    return () => {
      here = false
    }
  }, [wanted, Layer])
  return Layer
}

/** Open only while the page around is on top: a modal layer of a hidden page would block the app. */
export const useOpenHere = (open: boolean): boolean => useSurface() && open

/**
 * The same for a sheet or a dialog, which take long to draw: the tap that opens one is shown first. It closes at
 * once.
 */
export function useOpenAfterPaint(open: boolean): boolean {
  const here = useOpenHere(open)
  return useDeferredValue(here) && here
}

/** Lets going back close a layer, unless it is locked. */
export function useWayBack(open: boolean, locked: boolean, close: () => void): void {
  const { cover } = useKit()
  const leave = useEffectEvent(() => {
    if (!locked) close()
    return !locked
  })
  useEffect(() => (open ? cover?.(() => leave()) : undefined), [open, cover])
}
