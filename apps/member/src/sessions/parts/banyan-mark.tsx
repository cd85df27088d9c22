import styles from './banyan-mark.module.css'

/** The logo: one wide crown, its trunk, and the roots that came down and became trunks. */
export function BanyanMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 240 168" aria-hidden="true" focusable="false">
      <path className={styles.ground} d="M30 156c26-5 58-7 90-7s64 2 90 7" />
      <path
        className={styles.back}
        d="M32 96C16 94 8 82 12 69c3-11 13-17 25-16 2-16 17-26 33-23 8-15 27-23 45-18 18-9 42-4 51 12 17-5 34 5 37 22 14-1 25 8 26 20 1 14-9 26-23 28z"
      />
      <g className={styles.trunk}>
        <path d="M104 96c5 22 4 40-12 56 9-1 15-4 20-9 3 4 5 6 8 9 3-3 5-5 8-9 5 5 11 8 20 9-16-16-17-34-12-56z" />
        <path d="M70 92c6 14 9 22 8 33 0 10-2 18-7 27h13c-3-9-3-17-2-27 1-9 6-16 14-25z" />
        <path d="M170 92c-6 14-9 22-8 33 0 10 2 18 7 27h-13c3-9 3-17 2-27-1-9-6-16-14-25z" />
      </g>
      <g className={styles.roots}>
        <path d="M50 92c3 18 1 36-2 60M60 94c-1 12 2 20 0 34M96 96c-2 14 1 22-1 36" />
        <path d="M190 92c-3 18-1 36 2 60M180 94c1 12-2 20 0 34M144 96c2 14-1 22 1 36" />
      </g>
      <path
        className={styles.crown}
        d="M46 104c-14 0-24-9-24-21 0-11 9-19 20-19 0-14 12-24 27-23 6-13 22-20 37-15 13-8 33-5 41 7 16-4 31 5 33 18 13-2 26 7 27 19 1 13-9 24-24 25-7 8-20 10-29 4-8 8-23 9-32 1-9 8-24 8-32-1-9 7-21 6-28-1-5 4-10 6-16 6z"
      />
      <g className={styles.light}>
        <path d="M58 68c4-9 13-14 23-13M106 47c8-7 20-8 29-4M163 58c9-2 18 2 23 10" />
      </g>
    </svg>
  )
}
