import { type AnswerOf, answerRiskQuestions, riskQuestions, type WrongAnswer } from '@banyan/domain'
import { Button, Sheet, SkeletonCards } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceQuestion, WrongAnswers } from '../../shell/choice-question.tsx'
import { api, type RiskQuestionsSheetProps, useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

type Question = AnswerOf<typeof riskQuestions>['questions'][number]

/** The questions one at a time; what is wrong is explained and asked again, until all are right. */
export default function RiskQuestionsSheet({ open, onEnd }: RiskQuestionsSheetProps) {
  const t = useTexts(texts)
  const all = useQuery({
    queryKey: ['risk', 'questions'],
    queryFn: ({ signal }) => api.ask(riskQuestions, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.questions
  const answering = useCommand(answerRiskQuestions)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [at, setAt] = useState(0)
  const [wrong, setWrong] = useState<readonly WrongAnswer[]>([])
  /** The questions that are asked in this turn: all of them, then those that were wrong. */
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

  const question = questions?.[at]
  const count = questions?.length ?? 0
  const isLast = at === count - 1
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onEnd(false)}
      title={t('title')}
      description={
        wrong.length === 0 && question ? t('question', { n: at + 1, all: count }) : undefined
      }
      locked={answering.pending}
      footer={
        wrong.length > 0 ? (
          <Button wide onClick={again}>
            {t('again')}
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
                onClick={() => (isLast ? void send() : setAt(at + 1))}
              >
                {t(isLast ? 'submit' : 'next')}
              </Button>
            </>
          )
        )
      }
    >
      {wrong.length > 0 ? (
        <div role="status">
          <p className="strong">{t('wrongTitle', { n: wrong.length })}</p>
          <p className="sub">{t('wrongText')}</p>
          <WrongAnswers wrong={wrong} />
        </div>
      ) : question ? (
        <ChoiceQuestion
          key={question.id}
          question={question}
          done={(at + 1) / count}
          chosen={chosen[question.id]}
          onChoose={option => setChosen({ ...chosen, [question.id]: option })}
        />
      ) : (
        <SkeletonCards cards={1} rows={4} />
      )}
    </Sheet>
  )
}
