import type { AnswerOf, ruleBook } from '@banyan/domain'
import { Button, Card, Chip, List, MomentRow, Note, type Tone } from '@banyan/ui'
import { useState } from 'react'
import { HashLine } from '../../shell/hash-line.tsx'
import { useTexts } from '../../shell/index.ts'
import { canHash, hasHash } from '../check-hash.ts'
import { texts } from '../texts.ts'
import styles from './version-card.module.css'

type Book = AnswerOf<typeof ruleBook>

export const standingTones: Record<Book['standing'], Tone> = {
  in_force: 'ok',
  announced: 'warn',
  past: 'neutral',
}

/** Which version is shown, since when it is in force, and whether its text is the published one. */
export function VersionCard({ book }: { book: Book }) {
  const t = useTexts(texts)
  const [agrees, setAgrees] = useState<boolean | null>(null)
  const check = async () => setAgrees(await hasHash(book.text, book.hash))
  return (
    <Card
      title={t('version', { number: book.version })}
      aside={<Chip tone={standingTones[book.standing]}>{t(book.standing)}</Chip>}
    >
      <List>
        <MomentRow label={t('effective')} time={book.effectiveAt} />
        <MomentRow label={t('published')} time={book.publishedAt} />
      </List>
      <HashLine label={t('hash')} hash={book.hash} />
      {canHash && (
        <Button tone="secondary" size="small" icon="check-circle" onClick={() => void check()}>
          {t('check')}
        </Button>
      )}
      <div aria-live="polite" className={styles.answer}>
        {agrees !== null && (
          <Note tone={agrees ? 'ok' : 'danger'}>
            <p>{t(agrees ? 'checked' : 'wrong')}</p>
          </Note>
        )}
      </div>
    </Card>
  )
}
