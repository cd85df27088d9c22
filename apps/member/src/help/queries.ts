import { ruleBook } from '@banyan/domain'
import { askQuery, type Language } from '../shell/index.ts'

/** The rule book in force, under the key of the page that shows all of it. */
export const bookQuery = (language: Language) =>
  askQuery(['rules', 'book', language, 'in force'], ruleBook)
