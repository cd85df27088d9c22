import { Icon, TileWords, type TileWordsProps } from '@banyan/ui'
import type { ReactNode } from 'react'
import type { QuerySchema } from '../navigation/query.ts'
import { Link, type LinkProps } from './link.tsx'
import styles from './tile-link.module.css'

type TileLinkProps<S extends QuerySchema> = Omit<LinkProps<S>, 'title' | 'className'> &
  Pick<TileWordsProps, 'icon' | 'title' | 'children'> & {
    /** What is open or true there now. */
    mark?: ReactNode
  }

/** A line of a list of pages: an icon, a title with a line below, a mark, an arrow. */
export function TileLink<S extends QuerySchema>(props: TileLinkProps<S>) {
  const { icon, title, children, mark, ...link } = props
  return (
    <Link {...(link as unknown as LinkProps<S>)} className={styles.link}>
      <TileWords icon={icon} title={title}>
        {children}
      </TileWords>
      {mark}
      <Icon name="forward" size={16} className={styles.arrow ?? ''} />
    </Link>
  )
}
