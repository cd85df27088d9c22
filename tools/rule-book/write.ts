import { writeFileSync } from 'node:fs'
import { renderRuleBook } from './render.ts'

/** `npm run rule-book`: writes docs/rule-book.md. */
writeFileSync(new URL('../../docs/rule-book.md', import.meta.url), renderRuleBook())
