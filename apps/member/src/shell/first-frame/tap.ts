/** A tap on the frame: where, and the name of the control that it was on. */
export interface Tap {
  readonly x: number
  readonly y: number
  readonly name: string
}

/** What index.html has stored of the last tap on the frame; null when it was on no control. */
export function readTap(stored: string | undefined): Tap | null {
  const [, x, y, name] = /^(\S+) (\S+) (.+)$/s.exec(stored ?? '') ?? []
  return name === undefined ? null : { x: Number(x), y: Number(y), name }
}

/** A control's name, as index.html stores it: what tells it from others beside it. */
export const nameOf = (control: Pick<Element, 'getAttribute' | 'textContent'>): string =>
  control.getAttribute('href') || control.getAttribute('aria-label') || control.textContent || ''
