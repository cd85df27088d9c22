import styles from './hash-text.module.css'

/**
 * A hash in blocks of eight that fill every line evenly, so that people can compare it; screen
 * readers read it as one.
 */
export function HashText({ hash }: { hash: string }) {
  return (
    <span>
      <span className="visually-hidden">{hash}</span>
      <span aria-hidden className={styles.blocks}>
        {hash.match(/.{1,8}/g)?.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its index.
          <span key={index}>{block}</span>
        ))}
      </span>
    </span>
  )
}
