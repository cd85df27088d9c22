import { keycapsOf } from './strokes.ts'

const isMac = /Mac/.test(navigator.platform)

/** The keycaps of a binding on this machine. */
export const keycapsHere = (keys: string): string[] => keycapsOf(keys, isMac)

/** The keys that send a form, as one text. */
export const sendKeys = keycapsHere('mod+enter').join(' ')
