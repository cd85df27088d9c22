import { Card, Chip, Moment, type Tone } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useLanguage } from './index.ts'
import styles from './notice-card.module.css'

export interface NoticeCardProps {
  /** When two operators approved it. */
  at: string
  notice: Readonly<Record<'zh' | 'en', string>>
  state: string
  tone: Tone
  children: ReactNode
}

/** A notice that two operators approved: its time and state, its text, and its consequences. */
export function NoticeCard({ at, notice, state, tone, children }: NoticeCardProps) {
  return (
    <Card className={styles.card}>
      <div className="spread">
        <span className="cap">
          <Moment time={at} />
        </span>
        <Chip tone={tone}>{state}</Chip>
      </div>
      <NoticeText text={notice} />
      {children}
    </Card>
  )
}

/** The operators' text, with its lines, in the reader's language. */
export const NoticeText = ({ text }: { text: Readonly<Record<'zh' | 'en', string>> }) => (
  <p className={styles.text}>{text[useLanguage() === 'en' ? 'en' : 'zh']}</p>
)
