import { type AnswerOf, answerRiskQuestions, riskQuestions, type WrongAnswer } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceSheet, type Chosen, WrongAnswers } from '../../shell/choice-question.tsx'
import { api, type RiskQuestionsSheetProps, useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

type Question = AnswerOf<typeof riskQuestions>['questions'][number]

/** The questions one at a time; wrong answers are explained and asked again, until all are right. */
export default function RiskQuestionsSheet({ open, onEnd }: RiskQuestionsSheetProps) {
  const t = useTexts(texts)
  const all = useQuery({
    queryKey: ['risk', 'questions'],
    queryFn: ({ signal }) => api.ask(riskQuestions, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.questions
  const answering = useCommand(answerRiskQuestions)
  const [chosen, setChosen] = useState<Chosen>({})
  const [at, setAt] = useState(0)
  const [wrong, setWrong] = useState<readonly WrongAnswer[]>([])
  /** The questions of this round: all of them, then those that were wrong. */
  const [asked, setAsked] = useState<readonly Question[]>()
  const questions = asked ?? all

  const send = async () => {
    const answers = Object.entries(chosen).map(([question, option]) => ({ question, option }))
    const answer = await answering.run({ body: { answers } })
    if (!answer) return
    if (answer.answeredAt === null) setWrong(answer.wrong)
    else onEnd(true)
  }
  const again = () => {
    const ids = wrong.map(one => one.question)
    setAsked(all?.filter(one => ids.includes(one.id)))
    setChosen(Object.fromEntries(Object.entries(chosen).filter(([id]) => !ids.includes(id))))
    setAt(0)
    setWrong([])
  }

  return (
    <ChoiceSheet
      open={open}
      onOpenChange={next => !next && onEnd(false)}
      title={t('title')}
      questions={questions}
      at={at}
      onAt={setAt}
      chosen={chosen}
      onChosen={setChosen}
      pending={answering.pending}
      onSend={() => void send()}
      result={
        wrong.length === 0
          ? null
          : {
              text: (
                <div role="status">
                  <p className="strong">{t('wrongTitle', { n: wrong.length })}</p>
                  <p className="sub">{t('wrongText')}</p>
                  <WrongAnswers wrong={wrong} />
                </div>
              ),
              button: (
                <Button wide onClick={again}>
                  {t('again')}
                </Button>
              ),
            }
      }
    />
  )
}
