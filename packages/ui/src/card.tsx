import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './card.module.css'
import { classes } from './class-names.ts'
import { addShapes, Icon, type IconName } from './icon.tsx'
import { pageShapes } from './icon-shapes.ts'

// Every page has cards, so they load the icons of pages.
addShapes(pageShapes)

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode
  /** Content to the right of the title: a chip, a link. */
  aside?: ReactNode
  /** The one card of a page whose number is the hero. */
  hero?: boolean
}

/** A surface with padding. */
export function Card({ title, aside, hero, className, children, ...rest }: CardProps) {
  return (
    <section className={classes(styles.card, hero && styles.hero, className)} {...rest}>
      {(title !== undefined || aside !== undefined) && (
        <header className={styles.header}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

/** Rows of one card with hairlines between them. */
export function List({ className, ...rest }: ComponentProps<'ul'>) {
  // VoiceOver reads a list without markers as plain text unless its role is given.
  // biome-ignore lint/a11y/noRedundantRoles: see the line above.
  return <ul role="list" className={classes(styles.list, className)} {...rest} />
}

export interface RowProps {
  /** The label. */
  label: ReactNode
  /** The value, at the right. */
  value?: ReactNode
  /** A line under the label. */
  note?: ReactNode
  icon?: IconName
  /** Makes the whole row a link (with an arrow) to this address. */
  href?: string | undefined
  onClick?: (event: MouseEvent<HTMLElement>) => void
  /** The value's size; important figures get `strong`. */
  strong?: boolean | undefined
}

/** One line of a list: a fact (label and value), or a link (with `href` or `onClick`). */
export function Row({ label, value, note, icon, href, onClick, strong }: RowProps) {
  const leads = href !== undefined || onClick !== undefined
  const inside = (
    <>
      {icon && <Icon name={icon} className={styles.icon} />}
      <span className={styles.label}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {value !== undefined && (
        <span className={classes(styles.value, strong && styles.strong)}>{value}</span>
      )}
      {leads && <Icon name="forward" size={16} className={styles.arrow} />}
    </>
  )
  return (
    <li className={styles.item}>
      {href !== undefined ? (
        <a className={classes(styles.row, styles.leads)} href={href} onClick={onClick}>
          {inside}
        </a>
      ) : onClick ? (
        <button type="button" className={classes(styles.row, styles.leads)} onClick={onClick}>
          {inside}
        </button>
      ) : (
        <div className={styles.row}>{inside}</div>
      )}
    </li>
  )
}

export type Tone = 'neutral' | 'accent' | 'warn' | 'ok' | 'danger'

/** A short label of a state. Its tone never adds meaning to its text. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.chip, styles[tone])}>{children}</span>
}

/** A notice inside a page: what to know before continuing. */
export function Note({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  const name =
    tone === 'ok' ? 'check-circle' : tone === 'warn' || tone === 'danger' ? 'warning' : 'info'
  return (
    <div className={classes(styles.noteBox, styles[tone])}>
      <Icon name={name} size={18} />
      <div>{children}</div>
    </div>
  )
}
