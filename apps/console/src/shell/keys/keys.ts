import { useEffect, useEffectEvent } from 'react'
import { session } from '../app.ts'
import { readStroke, sequenceMs, strokeOf } from './strokes.ts'

/** What keys do, while the part that bound them is on the page. */
export interface KeyBinding {
  /** `j`, `g a`, `mod+enter`, `shift+r`. */
  readonly keys: string
  /** For the list of keys. */
  readonly label: string
  readonly run: () => void
  /** Also while a field has the focus; only for strokes with a modifier. */
  readonly inFields?: boolean
  /** Not in the list: another binding there says the same. */
  readonly isQuiet?: boolean
}

/** The bindings of each part that is on the page; the newest part is asked first. */
const layers: { bindings: readonly KeyBinding[] }[] = []
const listeners = new Set<() => void>()

/** All bindings in force, the page's before the shell's. */
export function bindingsNow(): KeyBinding[] {
  const seen = new Set<string>()
  return layers.toReversed().flatMap(({ bindings }) =>
    bindings.filter(({ keys }) => {
      const isNew = !seen.has(keys)
      seen.add(keys)
      return isNew
    }),
  )
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

let first: { stroke: string; at: number } | null = null

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || (event.repeat && event.key.length > 1)) return
  if (session.state().phase !== 'in') return
  // An open dialog has its own keys.
  if (document.querySelector('dialog[open], [role="dialog"]:not([data-closed])')) return
  const stroke = strokeOf(event)
  if (stroke === null) return
  const inField = isField(event.target)
  const usable = bindingsNow().filter(one => !inField || one.inFields)
  const before = first && event.timeStamp - first.at < sequenceMs ? first.stroke : null
  first = null
  const reading = readStroke(
    stroke,
    before,
    usable.map(one => one.keys),
  )
  if (reading.kind === 'none') {
    if (inField && stroke === 'escape') (event.target as HTMLElement).blur()
    return
  }
  // A button or a link that has the focus is pressed by Enter, as everywhere.
  if (stroke === 'enter' && (event.target as HTMLElement).closest?.('button, a, summary')) return
  event.preventDefault()
  if (reading.kind === 'first') first = { stroke: reading.stroke, at: event.timeStamp }
  else usable.find(one => one.keys === reading.keys)?.run()
}

/** Listens to the keyboard from now on. */
export function startKeys(): void {
  document.addEventListener('keydown', onKeyDown)
}

/**
 * Binds keys while the component is on the page. `off` binds none; `isBase` is for the frame, whose keys
 * give way to those of its pages.
 */
export function useKeys(
  bindings: readonly KeyBinding[],
  { off = false, isBase = false }: { off?: boolean; isBase?: boolean } = {},
): void {
  const signature = off ? '' : bindings.map(({ keys, label }) => `${keys}\n${label}`).join('\n')
  const runs = useEffectEvent((keys: string) => bindings.find(one => one.keys === keys)?.run())
  // biome-ignore lint/correctness/useExhaustiveDependencies: bound anew when keys or labels change; what they run is read at the stroke.
  useEffect(() => {
    if (signature === '') return
    const layer = {
      bindings: bindings.map(one => ({ ...one, run: () => runs(one.keys) })),
    }
    if (isBase) layers.unshift(layer)
    else layers.push(layer)
    for (const listener of listeners) listener()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      for (const listener of listeners) listener()
    }
  }, [signature])
}

/** Calls back when other keys are in force. */
export function onBindings(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
