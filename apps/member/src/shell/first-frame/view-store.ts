import { forgetStored } from '../space-store.ts'

/** An element as a list: its tag (`svg:` before that of a drawing), its attributes, its parts; or a text. */
export type KeptNode = string | [tag: string, attributes: Record<string, string>, ...KeptNode[]]

/** A page as it was last seen. index.html shows it until the page's answers are there. */
export interface KeptView {
  /** The account that it was shown to, and its language. */
  of: string
  language: string
  /** When, by the device's clock. */
  at: number
  /** How that is said on the same day, the day after, and the day after that; later it is not shown. */
  ages: string[]
  root: KeptNode
  /** The rules of the pages' styles that apply to it. */
  css: string
}

const prefix = 'banyan.view.'

let timesForgotten = 0
/** Changes whenever what was seen until now is not to be shown again. */
export const viewsSince = (): number => timesForgotten

/** Stores the view of a page in place of its last one, unless it was seen before they were forgotten. */
export function keepView(path: string, view: KeptView, since: number): void {
  if (since !== timesForgotten) return
  try {
    localStorage.setItem(prefix + path, JSON.stringify(view))
  } catch {
    // Without storage a visit begins with the frame of the build.
  }
}

/** For another account, and where amounts are to be hidden: nothing of the last views is shown again. */
export function forgetViews(): void {
  timesForgotten++
  forgetStored(prefix)
}
