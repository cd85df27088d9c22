import type { QuizQuestion as Question } from '@banyan/domain'
import styles from './quiz.module.css'

interface QuizQuestionProps {
  question: Question
  /** How far the quiz has come, this question counted: 0 to 1. */
  done: number
  chosen: string | undefined
  onChoose: (option: string) => void
}

/** One question and its options, all in sight. */
export function QuizQuestion({ question, done, chosen, onChoose }: QuizQuestionProps) {
  return (
    <fieldset className={styles.question}>
      <div className={styles.track} aria-hidden>
        <div style={{ width: `${done * 100}%` }} />
      </div>
      <legend>{question.text}</legend>
      {question.options.map(option => (
        <label key={option.id} className={styles.option}>
          <input
            type="radio"
            name={question.id}
            value={option.id}
            checked={option.id === chosen}
            onChange={() => onChoose(option.id)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
