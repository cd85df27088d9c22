import styles from './banyan-mark.module.css'

/** The tree of the house: one crown, a trunk, and the roots that came down from its branches. */
export function BanyanMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 240 180" aria-hidden="true" focusable="false">
      <ellipse className={styles.ground} cx="120" cy="163" rx="92" ry="7" />
      <path
        className={styles.back}
        d="M28 92c-13-3-19-14-14-25 4-10 13-14 22-12 1-17 16-29 33-26C79 13 99 6 119 9c17-7 38-2 48 13 18-4 35 7 38 24 13-1 23 7 24 19 1 13-8 22-20 23z"
      />
      <path
        className={styles.crown}
        d="M47 101c-13 0-21-9-20-20 1-10 9-17 19-17 0-15 13-26 28-24 8-13 25-19 40-14 13-7 31-5 41 7 15-4 30 5 33 19 13-1 24 8 24 20 0 13-10 22-23 22-8 9-22 10-31 3-12 8-28 7-38-2-11 9-27 9-37 0-10 10-26 12-36 6z"
      />
      <g className={styles.wood}>
        <path d="M106 162c8-9 10-22 9-36-1-10-8-17-17-22M134 162c-8-9-10-22-9-36 1-10 8-17 17-22" />
        <path d="M120 158v-40" />
      </g>
      <g className={styles.roots}>
        <path d="M58 105v54M76 105c-2 18 2 34-1 54M92 106c3 16-3 30 2 52" />
        <path d="M182 105v54M164 105c2 18-2 34 1 54M148 106c-3 16 3 30-2 52" />
        <path d="M202 96v32M40 100v26" />
      </g>
      <g className={styles.light}>
        <path d="M62 70c5-9 14-13 24-12M108 50c8-7 19-8 28-4M160 62c9-2 17 2 22 9" />
      </g>
    </svg>
  )
}
