import { OneOf, type OneOfProps } from './one-of.tsx'
import styles from './segmented.module.css'

export type SegmentedProps<V extends string> = OneOfProps<V>

/** A choice of one of a few visible options. For views with a panel each use `<Tabs>`. */
export const Segmented = <V extends string>(props: SegmentedProps<V>) => (
  <OneOf {...props} row={styles.segmented} choice={styles.segment} />
)
