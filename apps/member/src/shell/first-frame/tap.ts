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

/**
 * A control's name, as index.html stores it: what distinguishes it from others, also from the one that is
 * in its place later. Where its label is not enough, `data-key` names what it is about.
 */
export const nameOf = (control: Pick<Element, 'getAttribute' | 'textContent'>): string =>
  control.getAttribute('href') ||
  (control.getAttribute('data-key') || '') +
    (control.getAttribute('aria-label') || control.textContent || '')
