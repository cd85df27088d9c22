import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { useKit } from './kit.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  /** One primary button per page, at the bottom; `tinted` is for the rows of a list. */
  tone?: 'primary' | 'tinted' | 'secondary' | 'quiet' | 'danger'
  /** 50 px, or 40 px inside a row (its touch area stays 44 px). */
  size?: 'normal' | 'small'
  /** Shows progress and ignores further taps; the button keeps its width and its focus. */
  pending?: boolean
  /** Fills the width. */
  wide?: boolean
  icon?: IconName
}

/** A button that cannot be tapped twice while its action is in progress. */
export function Button(props: ButtonProps) {
  const { tone = 'primary', size = 'normal', pending, wide, icon, ...rest } = props
  const { className, children, onClick, type = 'button', ...native } = rest
  const { texts } = useKit()
  return (
    <button
      {...native}
      type={type}
      className={classes(styles.button, styles[tone], styles[size], wide && styles.wide, className)}
      // Toasts keep clear of the page's primary button, wherever it is.
      {...(tone === 'primary' && size === 'normal' ? { 'data-thumb': true } : {})}
      aria-busy={pending || undefined}
      aria-disabled={pending || native['aria-disabled']}
      onClick={event => {
        // aria-disabled instead of disabled: a disabled button drops the focus.
        if (pending) return event.preventDefault()
        onClick?.(event)
      }}
    >
      <span className={styles.face}>
        {icon && <Icon name={icon} size={size === 'small' ? 18 : 20} />}
        {children}
      </span>
      {pending && (
        <span className={styles.progress}>
          <Spinner size={20} label={texts.loading} />
        </span>
      )}
    </button>
  )
}

export interface IconButtonProps extends ComponentProps<'button'> {
  name: IconName
  /** What the button does, for screen readers. */
  label: string
  size?: number
  /** Shows a dot at the corner, for something unread. */
  dot?: boolean
}

/** A 44 × 44 px button that is only an icon. */
export function IconButton({ name, label, size, dot, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classes(styles.iconButton, className)}
      {...rest}
    >
      <Icon name={name} {...(size ? { size } : {})} />
      {dot && <span className={styles.dot} />}
    </button>
  )
}

/** The row of actions that stays at the bottom, above the safe area. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.bar} data-thumb>
      {children}
    </div>
  )
}
