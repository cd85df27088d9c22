import type { SVGProps } from 'react'

/** Line icons on a 24 px grid, stroke 1.75, drawn for this product. */
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
  down: 'M5.5 9.5 12 16l6.5-6.5',
  copy: 'M10.5 9h7A1.5 1.5 0 0 1 19 10.5v8a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 9 18.5v-8A1.5 1.5 0 0 1 10.5 9M15 9V6.5A1.5 1.5 0 0 0 13.5 5h-7A1.5 1.5 0 0 0 5 6.5v8A1.5 1.5 0 0 0 6.5 16H9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  'eye-off':
    'M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6.3 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a8.7 8.7 0 0 0 4.3-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5.5v13l10.5-6.5z',
  file: 'M7 3.5h7L18.5 8v11A1.5 1.5 0 0 1 17 20.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5M13.5 4v4.5H18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  scan: 'M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M4 12h16',
  qr: 'M4.5 4.5h5.5V10H4.5zM14 4.5h5.5V10H14zM4.5 14H10v5.5H4.5zM14 14h2.5v2.5H14zM19.5 14v1M16.5 19.5H19.5V17',
  bell: 'M18 15.5V10.5a6 6 0 1 0-12 0v5L4.5 18h15zM10 20.5a2.3 2.3 0 0 0 4 0',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17m-3.7-8.2 2.6 2.6 4.9-5.2',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 11v5M12 8h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 7.5V12l3 2',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.8 7 9 4-1.2 7-4.5 7-9V6zm-3 8.3 2.2 2.2 3.9-4.2',
  send: 'M20.5 3.5 3.5 10l6.8 3.7L14 20.5zM20.5 3.5 10.3 13.7',
  download: 'M12 4v11M7.5 11l4.5 4.5L16.5 11M4.5 19.5h15',
  upload: 'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 19.5h15',
  image:
    'M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5M5 17l4.5-4.5 3 3L15.5 12l4 4M9 10a1 1 0 1 0 0-2 1 1 0 0 0 0 2',
  close: 'm6 6 12 12M18 6 6 18',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M3.5 12h17M12 3.5c2.5 2.5 3.5 5.5 3.5 8.5s-1 6-3.5 8.5C9.5 18 8.5 15 8.5 12s1-6 3.5-8.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10',
  key: 'M8.5 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9m3.2-7.7L19.5 3.5M16 7l3 3',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.2 6.5h.01M4.2 12h.01M4.2 17.5h.01',
  filter: 'M4 7h16M7 12h10M10 17h4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M9 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6',
  logout:
    'M14 8V6a1.5 1.5 0 0 0-1.5-1.5h-6A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5h6A1.5 1.5 0 0 0 14 18v-2M10 12h10.5M17.5 9l3 3-3 3',
  split: 'M12 20v-6.5M12 13.5 6 7.5M12 13.5l6-6M5 11V6.5h4.5M14.5 6.5H19V11',
  chart: 'M4 16.5 9 11l3.5 3.5L20 6.5M15.5 6.5H20V11',
  gift: 'M4.5 11h15v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM3.5 7.5h17V11h-17zM12 7.5V20M12 7.5S11 3.5 8.5 3.5a2 2 0 0 0 0 4zM12 7.5s1-4 3.5-4a2 2 0 0 1 0 4z',
  chat: 'M12 4.5c5 0 8.5 3.2 8.5 7s-3.5 7-8.5 7c-1 0-2-.1-2.9-.4L5 20l.9-3.2C4.4 15.5 3.5 13.6 3.5 11.5c0-3.8 3.5-7 8.5-7',
  trash:
    'M5 7h14M10 7V4.5h4V7M6.5 7l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10.3 11v5M13.7 11v5',
  inbox:
    'M4 13.5 6.5 5.5h11l2.5 8V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18zM4 13.5h4.5a3.5 3.5 0 0 0 7 0H20',
  offline:
    'M4 4l16 16M5 12.5a10 10 0 0 1 4-2.5M14 9.7a10 10 0 0 1 5 2.8M8.5 16a5 5 0 0 1 6.5-.3M12 19.5h.01',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  keyboard:
    'M4.5 6.5h15A1.5 1.5 0 0 1 21 8v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8',
  backspace:
    'M9 5.5h10A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H9L3 12zM11.5 9.5l5 5M16.5 9.5l-5 5',
} as const

export type IconName = keyof typeof shapes

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName
  /** Edge in px; 22 by default. */
  size?: number
  /** Set only when the icon stands alone and says something; else it is decoration. */
  label?: string
}

/** One line icon, in the colour of the text around it. */
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
      <path d={shapes[name]} />
    </svg>
  )
}
