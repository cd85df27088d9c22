import styles from './filter-chips.module.css'
import { OneOf, type OneOfProps } from './one-of.tsx'

export type FilterChipsProps<V extends string> = OneOfProps<V>

/** One filter of several, in a row that scrolls sideways when it must. */
export const FilterChips = <V extends string>(props: FilterChipsProps<V>) => (
  <OneOf {...props} row={styles.chips} choice={styles.chip} />
)
