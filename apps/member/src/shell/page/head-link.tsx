import { Icon, type IconName } from '@banyan/ui'
import type { QuerySchema } from '../navigation/query.ts'
import styles from './head-link.module.css'
import { Link, type LinkProps } from './link.tsx'

type HeadLinkProps<S extends QuerySchema> = LinkProps<S> & { icon: IconName; label: string }

/**
 * A link to another page among the actions of a head. Apart from the head itself, which comes with
 * the first load.
 */
export const HeadLink = <S extends QuerySchema>({ icon, label, ...link }: HeadLinkProps<S>) => (
  <Link {...(link as unknown as LinkProps<S>)} className={styles.action} aria-label={label}>
    <Icon name={icon} />
  </Link>
)
