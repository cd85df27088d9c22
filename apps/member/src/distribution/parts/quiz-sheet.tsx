import { type AnswerOf, answerQuiz, openQuiz } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ChoiceSheet, type Chosen } from '../../shell/choice-question.tsx'
import { useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { QuizResult } from './quiz-result.tsx'

type Attempt = AnswerOf<typeof openQuiz>
type Result = AnswerOf<typeof answerQuiz>

/** Ten questions, one at a time; then the result, with reasons for wrong answers. */
export function QuizSheet(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const opening = useCommand(openQuiz)
  const answering = useCommand(answerQuiz)
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [chosen, setChosen] = useState<Chosen>({})
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

  return (
    <ChoiceSheet
      {...props}
      title={t('quizTitle')}
      questions={attempt?.questions}
      at={at}
      onAt={setAt}
      chosen={chosen}
      onChosen={setChosen}
      pending={answering.pending}
      onSend={() => void send()}
      result={
        result && {
          text: <QuizResult result={result} />,
          button: (
            <Button
              wide
              onClick={() => (canRetry(result) ? void begin() : props.onOpenChange(false))}
            >
              {t(canRetry(result) ? 'again' : 'close')}
            </Button>
          ),
        }
      }
    />
  )
}

/** A failed quiz can be tried again at once unless the server returns a time. */
const canRetry = ({ passed, opensAt }: Result): boolean => !passed && opensAt === null
