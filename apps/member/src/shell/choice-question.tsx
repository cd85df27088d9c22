import type { ChoiceQuestion as Question, WrongAnswer } from '@banyan/domain'
import { Button, Sheet, SkeletonCards } from '@banyan/ui'
import type { ReactNode } from 'react'
import styles from './choice-question.module.css'
import { choiceTexts } from './texts/choice-texts.ts'
import { useTexts } from './texts/texts.ts'

interface ChoiceQuestionProps {
  question: Question
  /** The progress of the questions, including this one: 0 to 1. */
  done: number
  chosen: string | undefined
  onChoose: (option: string) => void
}

/** The options chosen so far, by question. */
export type Chosen = Readonly<Record<string, string>>

export interface ChoiceSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Undefined while loading. */
  questions: readonly Question[] | undefined
  /** The index of the shown question. */
  at: number
  onAt: (at: number) => void
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
  pending: boolean
  /** Every question has its option. */
  onSend: () => void
  /** The result of the answers, and the button below it; null until there is one. */
  result: { text: ReactNode; button: ReactNode } | null
}

/** Questions one at a time, then the result. */
export function ChoiceSheet(props: ChoiceSheetProps) {
  const { open, onOpenChange, title, questions, at, onAt, chosen, onChosen, pending } = props
  const { onSend, result } = props
  const t = useTexts(choiceTexts)
  const question = questions?.[at]
  const all = questions?.length ?? 0
  const isLast = at === all - 1
  const buttons = question && (
    <>
      {at > 0 && (
        <Button wide tone="secondary" onClick={() => onAt(at - 1)}>
          {t('back')}
        </Button>
      )}
      <Button
        wide
        disabled={chosen[question.id] === undefined}
        pending={pending}
        onClick={() => (isLast ? onSend() : onAt(at + 1))}
      >
        {t(isLast ? 'submit' : 'next')}
      </Button>
    </>
  )
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={!result && question ? t('question', { n: at + 1, all }) : undefined}
      locked={pending}
      footer={result ? result.button : buttons}
    >
      {result ? (
        result.text
      ) : question ? (
        <ChoiceQuestion
          key={question.id}
          question={question}
          done={(at + 1) / all}
          chosen={chosen[question.id]}
          onChoose={option => onChosen({ ...chosen, [question.id]: option })}
        />
      ) : (
        <SkeletonCards cards={1} rows={4} />
      )}
    </Sheet>
  )
}

/** One question with all its options. */
function ChoiceQuestion({ question, done, chosen, onChoose }: ChoiceQuestionProps) {
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

/** The wrong answers, each with its reason. */
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
