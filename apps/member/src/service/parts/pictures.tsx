import { classes } from '@banyan/ui'
import { MessagePictures } from '../../shell/message-pictures.tsx'
import styles from './service.module.css'

/** The pictures of a message or of feedback; a single one is larger. */
export const Pictures = ({ ids }: { ids: readonly string[] }) => (
  <MessagePictures
    ids={ids}
    className={classes(styles.pictures, ids.length === 1 && styles.alone)}
    pictureClassName={styles.picture}
  />
)
