import type { ChoiceQuestion as Question, WrongAnswer } from '@banyan/domain'
import styles from './choice-question.module.css'

interface ChoiceQuestionProps {
  question: Question
  /** How far the questions have come, this question counted: 0 to 1. */
  done: number
  chosen: string | undefined
  onChoose: (option: string) => void
}

/** One question and its options, all in sight. */
export function ChoiceQuestion({ question, done, chosen, onChoose }: ChoiceQuestionProps) {
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

/** What was answered wrongly, each with its reason. */
export const WrongAnswers = ({ wrong }: { wrong: readonly WrongAnswer[] }) => (
  <ul className={styles.wrong}>
    {wrong.map(one => (
      <li key={one.question}>
        <span>{one.text}</span>
        <span className={styles.why}>{one.why}</span>
      </li>
    ))}
  </ul>
)
