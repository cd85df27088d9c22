import {
  appointAfterHours,
  arbitratorsNeeded,
  arbitratorsWanted,
  clauseNumbers,
  clauses,
  disputeMachine,
  disputeReasonsOf,
  disputeStates,
  type MachineTable,
  presentDays,
  seatOf,
  sitAtMostHours,
  type TieRank,
  tieRanks,
  tieRules,
  tradeMachine,
  tradeReasonOf,
  tradeStageOf,
  tradeStates,
  tradeStatusOf,
} from '@banyan/domain'

/** What a step has besides actor and target, in either machine. */
type Extra = {
  escrow?: string
  before?: string
  after?: Partial<Record<string, string>>
  guard?: string
}

/** Renders `docs/otc.md`: both machines of the market. */
export function renderOtcTables(): string {
  return [
    '# Trades and disputes',
    '',
    'The state machines of trades and of their cases. [The life of a trade](trade-life.md) has them in words.',
    '`npm run otc-tables` writes this page from the tables in `packages/domain/src/otc`; a test compares both.',
    'The server and the database refuse every step that is not a row here.',
    '',
    '## States of a trade',
    '',
    table(
      ['State', 'Status', 'Page'],
      tradeStates.map(state => [state, tradeStatusOf[state], tradeStageOf[state]]),
    ),
    '',
    '## Steps of a trade',
    '',
    table(
      ['From', 'Event', 'Who', 'When', 'To', 'Escrow', 'Reason'],
      steps(tradeMachine.table, reasonOf),
    ),
    '',
    '`back`: to the order where it lives on, else to its owner. `to_seller`: to the seller, although the order',
    'lives. `split`: a part to the buyer, the rest to the seller, the fee on that part. `held_again`: of a trade that',
    'was closed, the seller’s coin up to what is there ([why](otc-payments.md#after-a-trade-is-closed)).',
    '',
    '## States of a case',
    '',
    table(
      ['State', 'Waits for the arbitrator'],
      disputeStates.map(state => [state, seatOf[state] === null ? '' : `${seatOf[state]}`]),
    ),
    '',
    '## Steps of a case',
    '',
    table(['From', 'Event', 'Who', 'When', 'To'], steps(disputeMachine.table, null)),
    '',
    '## Arbitrators of a case',
    '',
    table(['Tie', 'Meaning', 'Yields'], tieRows),
    '',
    `The lot orders all arbitrators who may sit; the first is asked at once, one more every ${tieRules.lotHours} hours. Arbitrators with a tie are`,
    `asked only when none is free, that is, has signed in within ${presentDays} days and not handed the case back. Once a seat has`,
    `waited ${appointAfterHours} hours, or its arbitrator has not gone on for ${appointAfterHours} hours (${sitAtMostHours} whatever they ask), an administrator`,
    'appoints another; the same administrator does not appoint both arbitrators of a ruling.',
    '',
    `With fewer than ${arbitratorsNeeded} arbitrators who have signed in within ${presentDays} days, publishing and taking are refused; with fewer than`,
    `${arbitratorsWanted} administrators are warned.`,
    '',
    '## Reasons of an appeal',
    '',
    table(
      ['Side', 'Reasons'],
      Object.entries(disputeReasonsOf).map(([side, reasons]) => [side, reasons.join(', ')]),
    ),
    '',
    '## Clauses that a ruling cites',
    '',
    table(
      ['Clause', '中文', 'English'],
      clauseNumbers.map(number => [number, clauses[number]['zh-CN'], clauses[number].en]),
    ),
    '',
  ].join('\n')
}

const tieTexts: Readonly<Record<TieRank, readonly [string, string]>> = {
  none: ['nothing', ''],
  lately: [
    `sat in one of the last ${tieRules.cases} cases of a party, until ${tieRules.days} days after it ended`,
    'first, when nobody is free',
  ],
  near: [`${tieRules.hops} invitations away from a party`, 'after `lately`'],
  never: [
    `a party, ${tieRules.neverHops} invitations away from one or nearer, or sits or sat in the case`,
    'never',
  ],
}
const tieRows = tieRanks.map(rank => [`\`${rank}\``, ...tieTexts[rank]])

const reasonOf = (event: string): string =>
  (tradeReasonOf as Partial<Record<string, string>>)[event] ?? ''

/** The rows of a machine; `reason` adds the escrow column and the reason of an end. */
function steps<S extends string, E extends string, A extends string>(
  machine: MachineTable<S, E, A, Extra>,
  reason: ((event: string) => string) | null,
): string[][] {
  const states = Object.entries(machine) as [S, Record<string, Extra & { by: A[]; to: S }>][]
  return states.flatMap(([from, events]) =>
    Object.entries(events).map(([event, step]) => [
      from,
      event,
      step.by.join(', '),
      whenOf(step),
      step.to,
      ...(reason === null ? [] : [step.escrow ?? '', reason(event)]),
    ]),
  )
}

function whenOf({ before, after, guard }: Extra): string {
  return [
    ...(before ? [`before \`${before}\``] : []),
    ...Object.entries(after ?? {}).map(([actor, name]) => `${actor}: from \`${name}\``),
    ...(guard ? [`if \`${guard}\``] : []),
  ].join('; ')
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
