import type { SVGProps } from 'react'
import type { pageShapes } from './icon-shapes.ts'

/**
 * Line icons on a 24 px grid, stroke 1.75, drawn for this product. This file has those that the app
 * shows before any page is loaded; `icon-shapes.ts` has the others.
 */
const shapes = {
  home: 'M4 10.8 12 4l8 6.8V19a1.5 1.5 0 0 1-1.5 1.5H15V15a1.5 1.5 0 0 0-1.5-1.5h-3A1.5 1.5 0 0 0 9 15v5.5H5.5A1.5 1.5 0 0 1 4 19z',
  community:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20v-1A4.5 4.5 0 0 1 7 14.5h4a4.5 4.5 0 0 1 4.5 4.5v1M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8a4.5 4.5 0 0 1 3.5 4.2v1',
  exchange: 'M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19',
  wallet:
    'M17.5 7.5V6A1.5 1.5 0 0 0 16 4.5H6a2.5 2.5 0 0 0-2.5 2.5v10A2.5 2.5 0 0 0 6 19.5h13a1.5 1.5 0 0 0 1.5-1.5V9A1.5 1.5 0 0 0 19 7.5H5.5M20.5 11.5H17a2 2 0 0 0 0 4h3.5',
  me: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5v-.5a5 5 0 0 1 5-5h5a5 5 0 0 1 5 5v.5',
  back: 'M15 4.5 7.5 12l7.5 7.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  'check-circle': 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17m-3.7-8.2 2.6 2.6 4.9-5.2',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 11v5M12 8h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 7.5V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
} as const

type Shapes = typeof shapes & typeof pageShapes

export type IconName = keyof Shapes

const known: Partial<Record<IconName, string>> = { ...shapes }

/** Registers further icons. */
export function addShapes(more: Partial<Record<IconName, string>>): void {
  Object.assign(known, more)
}

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName
  /** Edge in px; 22 by default. */
  size?: number
  /** Set only when the icon stands alone and has a meaning; otherwise it is decoration. */
  label?: string
}

/** One line icon, in the colour of the surrounding text. */
export function Icon({ name, size = 22, label, ...rest }: IconProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is decoration and hidden.
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...rest}
    >
      <path d={known[name]} />
    </svg>
  )
}
