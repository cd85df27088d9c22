import { readFileSync } from 'node:fs'
import { type Asset, parseAmount } from '@banyan/domain'

/** A recipe of docs/ledger.md, as written there. */
export interface Recipe {
  title: string
  steps: Step[]
  afterwards: { account: string; balance: bigint; held: bigint }[]
  statement: { account: string; kind: string; amount: bigint; balanceAfter: bigint }[]
}

export interface Step {
  number: number
  does: 'post' | 'hold' | 'take' | 'void' | 'split' | 'tell'
  kind: string
  from: string
  to: string
  amount: bigint
  reference: string
}

type TableRow = Readonly<Record<string, string>>

const page = readFileSync(new URL('../../../../docs/ledger.md', import.meta.url), 'utf8')

const between = (heading: string): string => {
  const begin = page.indexOf(`\n## ${heading}\n`)
  if (begin < 0) throw new Error(`docs/ledger.md has no chapter ${heading}`)
  const end = page.indexOf('\n## ', begin + 1)
  return page.slice(begin, end < 0 ? undefined : end)
}

/** The chart of accounts: each account with its assets, members' accounts under `member`. */
export function chartOfPage(): { assets: Asset[]; owner: 'house' | 'member'; kind: string }[] {
  return tablesOf(between('Chart of accounts'))
    .flat()
    .flatMap(row => {
      const account = row.Account ?? ''
      const assets = cell(row, 'Asset').split(', ') as Asset[]
      const owner = account.includes('of a member') ? 'member' : 'house'
      return [...account.matchAll(/`([^`]+)`/g)].map(match => ({
        assets,
        owner: owner as 'house' | 'member',
        kind: match[1] ?? '',
      }))
    })
}

export const recipesOfPage = (): Recipe[] =>
  between('Recipes').split('\n### ').slice(1).map(readRecipe)

function readRecipe(text: string): Recipe {
  const title = text.slice(0, text.indexOf('\n'))
  const tables = tablesOf(text)
  const table = (column: string): TableRow[] => tables.find(rows => column in (rows[0] ?? {})) ?? []
  return {
    title,
    steps: table('Step').map(row => ({
      number: Number(cell(row, 'Step')),
      does: cell(row, 'Does') as Step['does'],
      kind: cell(row, 'Kind'),
      from: cell(row, 'From'),
      to: cell(row, 'To'),
      amount: amountOf(cell(row, 'Example')),
      reference: cell(row, 'Reference'),
    })),
    afterwards: table('Afterwards').map(row => ({
      account: cell(row, 'Afterwards'),
      balance: amountOf(cell(row, 'Balance')),
      held: amountOf(cell(row, 'Held')),
    })),
    statement: table('Statement').map(row => ({
      account: cell(row, 'Statement'),
      kind: cell(row, 'Kind'),
      amount: amountOf(cell(row, 'Amount')),
      balanceAfter: amountOf(cell(row, 'Balance after')),
    })),
  }
}

/** A cell without the marks of code around a word that stands alone. */
function cell(row: TableRow, column: string): string {
  const text = row[column]
  if (text === undefined) throw new Error(`a table has no column ${column}`)
  return text.replace(/^`([^`]*)`$/, '$1')
}

/** `1,000`, `+250` or `−1.5` in micro-units; an empty cell is zero. */
function amountOf(text: string): bigint {
  const digits = text.replace(/^[+−]/, '').replaceAll(',', '')
  const amount = digits === '' ? 0n : parseAmount(digits)
  return text.startsWith('−') ? -amount : amount
}

/** The tables of a text, each row by the names of its columns. */
function tablesOf(text: string): TableRow[][] {
  return text.split('\n\n').flatMap(block => {
    const lines = block.trim().split('\n')
    if (!lines[0]?.startsWith('|')) return []
    const [head = [], , ...rows] = lines.map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(part => part.trim()),
    )
    return [
      rows.map(row => Object.fromEntries(head.map((name, place) => [name, row[place] ?? '']))),
    ]
  })
}
