import type { DistributedStatus } from '@banyan/domain'
import { Card, Chip, Icon, Moment } from '@banyan/ui'
import { type ReactNode, useState } from 'react'
import { href, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './conditions.module.css'
import { ConductSheet } from './conduct-sheet.tsx'
import { QuizSheet } from './quiz-sheet.tsx'

/** Every condition, met or not, and a link to fulfil each that is not met. */
export function Conditions({ status }: { status: DistributedStatus }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState<'quiz' | 'conduct' | null>(null)
  const { accountAge, email, paymentPassword, quiz, conduct } = status.conditions
  const all = [accountAge, email, paymentPassword, quiz, conduct]
  const met = all.filter(one => one.met).length
  const close = (opened: boolean) => setOpen(opened ? open : null)
  return (
    <Card
      title={t('conditions')}
      aside={
        <Chip tone={met === all.length ? 'ok' : 'neutral'}>
          {t('metOf', { met, all: all.length })}
        </Chip>
      }
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without markers is plain text to VoiceOver. */}
      <ul role="list" className={styles.list}>
        <Condition
          met={accountAge.met}
          label={t('accountAge', { days: status.asked.accountDays })}
          note={
            !accountAge.met && (
              <>
                {t('accountAgeFrom')} <Moment time={accountAge.from} />
              </>
            )
          }
        />
        <Condition
          met={email.met}
          label={t('email')}
          note={!email.met && t('emailDo')}
          href={href(pages.mineArea.verifyEmail)}
        />
        <Condition
          met={paymentPassword.met}
          label={t('paymentPassword')}
          note={!paymentPassword.met && t('paymentPasswordDo')}
          href={href(pages.mineArea.resetPayPass)}
        />
        <Condition
          met={quiz.met}
          label={t('quiz')}
          note={
            !quiz.met && <QuizNote opensAt={quiz.opensAt} questions={status.asked.quizQuestions} />
          }
          {...(quiz.opensAt === null ? { onClick: () => setOpen('quiz') } : {})}
        />
        <Condition
          met={conduct.met}
          label={t('conduct')}
          note={
            conduct.signedAt ? (
              <>
                {t('conductSigned')} <Moment time={conduct.signedAt} />
              </>
            ) : (
              t('conductDo')
            )
          }
          onClick={() => setOpen('conduct')}
          always
        />
      </ul>
      <QuizSheet open={open === 'quiz'} onOpenChange={close} />
      <ConductSheet open={open === 'conduct'} onOpenChange={close} signed={conduct.met} />
    </Card>
  )
}

function QuizNote({ opensAt, questions }: { opensAt: string | null; questions: number }) {
  const t = useTexts(texts)
  if (opensAt === null) return t('quizDo', { n: questions })
  return (
    <>
      {t('quizClosed')} <Moment time={opensAt} />
    </>
  )
}

interface ConditionProps {
  met: boolean
  label: string
  note?: ReactNode
  href?: string
  onClick?: () => void
  /** A met condition keeps its link. */
  always?: boolean
}

function Condition({ met, label, note, href: address, onClick, always }: ConditionProps) {
  const t = useTexts(texts)
  const leads = (!met || always) && (address !== undefined || onClick !== undefined)
  const inside = (
    <>
      <span className={met ? styles.met : styles.open} aria-hidden>
        {met && <Icon name="check" size={14} strokeWidth={2.4} />}
      </span>
      <span className={styles.text}>
        <span>{label}</span>
        <span className="visually-hidden">{t(met ? 'met' : 'notMet')}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {leads && <Icon name="forward" size={16} className={styles.arrow} />}
    </>
  )
  return (
    <li>
      {leads && address !== undefined ? (
        <a className={styles.row} href={address}>
          {inside}
        </a>
      ) : leads ? (
        <button type="button" className={styles.row} onClick={onClick}>
          {inside}
        </button>
      ) : (
        <div className={styles.row}>{inside}</div>
      )}
    </li>
  )
}
