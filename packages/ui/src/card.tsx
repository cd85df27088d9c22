import type { ComponentProps, ReactNode } from 'react'
import styles from './card.module.css'
import { classes } from './class-names.ts'
import { addShapes, Icon, type IconName } from './icon.tsx'
import { pageShapes } from './icon-shapes.ts'

// Every page has cards: with them come the icons of pages.
addShapes(pageShapes)

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode
  /** Right of the title: a chip, a link. */
  aside?: ReactNode
  /** The one card of a page whose number is the hero. */
  hero?: boolean
}

/** A plane with air inside. */
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
  // A list without markers is read as plain text by VoiceOver unless its role is said.
  // biome-ignore lint/a11y/noRedundantRoles: see the line above.
  return <ul role="list" className={classes(styles.list, className)} {...rest} />
}

export interface RowProps {
  /** What it is. */
  label: ReactNode
  /** Its value, at the right. */
  value?: ReactNode
  /** A line under the label. */
  note?: ReactNode
  icon?: IconName
  /** Makes the whole row a link (with an arrow) to this address. */
  href?: string | undefined
  onClick?: () => void
  /** The value's size; figures that matter get `strong`. */
  strong?: boolean
}

/** One line of a list: a fact (label and value), or a way on (with `href` or `onClick`). */
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

/** A short word about a state. Its tone never says more than its text. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.chip, styles[tone])}>{children}</span>
}

/** A notice inside a page: what to know before going on. */
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
