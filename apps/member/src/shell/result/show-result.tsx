import { toast } from '../app.ts'
import { over } from '../step-up/over.ts'
import type { Result } from './result.ts'

const sheet = () => import('./result-sheet.tsx')

/** Shows a result over any page, once; by a toast when its code cannot be loaded. */
export async function showResult(result: Result): Promise<void> {
  try {
    const { ResultSheet } = await sheet()
    const own = ++shown
    // While one slides away the next one may be there.
    const remove = () => own === shown && over.showResult(null)
    over.showResult(<ResultSheet key={own} {...result} onGone={remove} />)
  } catch {
    toast(result.word, 'ok')
  }
}

let shown = 0
