import styles from './spinner.module.css'

/** The only looping animation. 28 px for a page, 20 px inside a button. */
export function Spinner({ size = 28, label }: { size?: number; label?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is decoration and hidden.
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <circle cx="14" cy="14" r="11.5" opacity={0.2} />
      <path d="M14 2.5A11.5 11.5 0 0 1 25.5 14" />
    </svg>
  )
}
