import styles from './filter-chips.module.css'
import { OneOf, type OneOfProps } from './one-of.tsx'

export type FilterChipsProps<V extends string> = OneOfProps<V>

/** A choice of one filter, in a row that scrolls sideways if necessary. */
export const FilterChips = <V extends string>(props: FilterChipsProps<V>) => (
  <OneOf {...props} row={styles.chips} choice={styles.chip} />
)
