import { Card, List, Row, Skeleton } from '@banyan/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryView, useTexts } from '../../shell/index.ts'
import { type Book, numbersOf } from '../figures.ts'
import { texts } from '../texts.ts'

interface NumberCardProps {
  book: UseQueryResult<Book>
  /** The numbers' names, in their order; one that the rules in force lack is left out. */
  names: readonly string[]
}

/** Numbers of the rules in force. */
export function NumberCard({ book, names }: NumberCardProps) {
  const t = useTexts(texts)
  const waiting = names.map(name => (
    <Row key={name} label={<Skeleton width="128px" />} value={<Skeleton width="64px" />} />
  ))
  return (
    <Card title={t('figures')}>
      <QueryView query={book} compact skeleton={<List aria-hidden>{waiting}</List>}>
        {known => {
          const numbers = numbersOf(known)
          return (
            <List>
              {names
                .flatMap(name => numbers.filter(one => one.name === name))
                .map(number => (
                  <Row key={number.name} label={number.title} value={number.figure} />
                ))}
            </List>
          )
        }}
      </QueryView>
    </Card>
  )
}
