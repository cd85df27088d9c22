import styles from './meter.module.css'

/** How much of something is done or used, as a thin bar. */
export const Meter = (props: { label: string; value: number; most: number }) => (
  <progress
    className={styles.meter}
    max={props.most}
    value={props.value}
    aria-label={props.label}
  />
)
