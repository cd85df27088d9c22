import { type AnswerOf, answerQuiz, openQuiz } from '@banyan/domain'
import { Button, Sheet, SkeletonCards } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ChoiceQuestion } from '../../shell/choice-question.tsx'
import { useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { QuizResult } from './quiz-result.tsx'

type Attempt = AnswerOf<typeof openQuiz>
type Result = AnswerOf<typeof answerQuiz>

/** Ten questions, one at a time; then what was right, and why the rest was not. */
export function QuizSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const opening = useCommand(openQuiz)
  const answering = useCommand(answerQuiz)
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [at, setAt] = useState(0)
  const [result, setResult] = useState<Result | null>(null)

  const begin = async () => {
    setResult(null)
    setChosen({})
    setAt(0)
    const opened = await opening.run()
    if (opened) setAttempt(opened)
    else props.onOpenChange(false)
  }
  const opened = useEffectEvent(() => {
    if (!attempt || result) void begin()
  })
  useEffect(() => {
    if (props.open) opened()
  }, [props.open])

  const send = async () => {
    if (!attempt) return
    const answers = Object.entries(chosen).map(([question, option]) => ({ question, option }))
    const answer = await answering.run({ params: { id: attempt.id }, body: { answers } })
    if (!answer) return
    setResult(answer)
    void queries.invalidateQueries({ queryKey: ['distribution'] })
  }

  const question = attempt?.questions[at]
  const all = attempt?.questions.length ?? 0
  const last = at === all - 1
  return (
    <Sheet
      {...props}
      title={t('quizTitle')}
      description={!result && question ? t('question', { n: at + 1, all }) : undefined}
      locked={answering.pending}
      footer={
        result ? (
          <Button
            wide
            onClick={() => (canRetry(result) ? void begin() : props.onOpenChange(false))}
          >
            {t(canRetry(result) ? 'again' : 'close')}
          </Button>
        ) : (
          question && (
            <>
              {at > 0 && (
                <Button wide tone="secondary" onClick={() => setAt(at - 1)}>
                  {t('back')}
                </Button>
              )}
              <Button
                wide
                disabled={chosen[question.id] === undefined}
                pending={answering.pending}
                onClick={() => (last ? void send() : setAt(at + 1))}
              >
                {t(last ? 'submit' : 'next')}
              </Button>
            </>
          )
        )
      }
    >
      {result ? (
        <QuizResult result={result} />
      ) : question ? (
        <ChoiceQuestion
          key={question.id}
          question={question}
          done={(at + 1) / all}
          chosen={chosen[question.id]}
          onChoose={option => setChosen({ ...chosen, [question.id]: option })}
        />
      ) : (
        <SkeletonCards cards={1} rows={4} />
      )}
    </Sheet>
  )
}

/** A failed quiz can be tried again at once unless the house says when. */
const canRetry = ({ passed, opensAt }: Result): boolean => !passed && opensAt === null
