import {
  dynamicSummary,
  ruleBook,
  ruleVersions,
  settlementList,
  staticSummary,
  walletSummary,
} from '@banyan/domain'
import { askQuery, type Language, pagesQuery } from '../shell/index.ts'

// The texts are in the caller's language, so it is part of the query key.
export const bookQuery = (language: Language, version: string | null) =>
  askQuery(
    ['rules', 'book', language, version ?? 'in force'],
    ruleBook,
    version === null ? {} : { query: { version } },
  )

export const versionsQuery = (language: Language) =>
  askQuery(['rules', 'versions', language], ruleVersions)

export const settlementsQuery = pagesQuery(['pricing', 'settlements'], settlementList, {
  query: { limit: 20 },
})

// The member's own data, under the keys of the modules that these calls belong to.
export const staticQuery = askQuery(['earnings', 'static-summary'], staticSummary)
export const dynamicQuery = askQuery(['earnings', 'dynamic-summary'], dynamicSummary)
export const walletQuery = askQuery(['wallets', 'summary'], walletSummary)
