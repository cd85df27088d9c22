import { useEffect } from 'react'
import { shellTexts } from '../texts/shell-texts.ts'
import { textsOf } from '../texts/texts.ts'
import { useKeys } from './keys.ts'
import { stepped } from './stepped.ts'

/** j and k through the rows of a list, and its row in sight. */
export function useRowKeys(setup: {
  ids: readonly string[]
  current: string | null
  choose: (id: string) => void
  open?: (id: string) => void
}): void {
  const { ids, current, choose, open } = setup
  const t = textsOf(shellTexts)
  const step = (by: 1 | -1) => {
    const id = stepped(ids, current, by)
    if (id !== null) choose(id)
  }
  useKeys([
    { keys: 'j', label: t.keys.next, run: () => step(1) },
    { keys: 'k', label: t.keys.previous, run: () => step(-1) },
    { keys: 'arrowdown', label: t.keys.next, run: () => step(1), isQuiet: true },
    { keys: 'arrowup', label: t.keys.previous, run: () => step(-1), isQuiet: true },
    ...(open
      ? [{ keys: 'enter', label: t.keys.open, run: () => current !== null && open(current) }]
      : []),
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is current.
  useEffect(() => {
    document.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
}
