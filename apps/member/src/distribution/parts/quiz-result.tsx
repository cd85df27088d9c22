import type { AnswerOf, answerQuiz } from '@banyan/domain'
import { Icon, Moment } from '@banyan/ui'
import { WrongAnswers } from '../../shell/choice-question.tsx'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './quiz.module.css'

/** The result of the quiz. */
export function QuizResult({ result }: { result: AnswerOf<typeof answerQuiz> }) {
  const t = useTexts(texts)
  const { passed, right, asked, wrong, opensAt } = result
  if (passed) {
    return (
      <div className={styles.result} role="status">
        <Icon name="check-circle" size={56} className={styles.passed} strokeWidth={1.2} />
        <p className={styles.figure}>{t('passedTitle')}</p>
        <p className="sub">{t('passedText')}</p>
      </div>
    )
  }
  return (
    <div role="status">
      <p className={styles.figure}>{t('failedTitle', { right, asked })}</p>
      <p className="sub">{t('failedText')}</p>
      <WrongAnswers wrong={wrong} />
      {opensAt !== null && (
        <p className="sub">
          {t('tomorrow')} <Moment time={opensAt} />
        </p>
      )}
    </div>
  )
}
