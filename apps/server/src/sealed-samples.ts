import type { SealedSample } from './platform/key-check.ts'

const anyOf = (from: string, columns: string): SealedSample =>
  `select ${columns} from ${from} limit 1`

const ofReceiving = (field: string): SealedSample =>
  anyOf(
    `receiving_account where ${field}_sealed is not null`,
    `${field}_sealed as sealed, 'receiving ${field} of ' || member_id as place`,
  )

/**
 * One encrypted value of each kind that a database from before the key check can have: they prove
 * which field key is its own. A kind that came later needs no line here, because by then the key
 * check exists.
 */
export const sealedSamples: readonly SealedSample[] = [
  anyOf('member_email', "address as sealed, 'e-mail of ' || member_id as place"),
  ofReceiving('bsc'),
  ofReceiving('tron'),
  ofReceiving('contact'),
  anyOf(
    'otc_trade where pay_to_sealed is not null',
    "pay_to_sealed as sealed, 'address of trade ' || id as place",
  ),
  anyOf('chat_message where length(text) > 0', "text as sealed, 'chat message ' || id as place"),
  anyOf('mail where letter is not null', "letter as sealed, 'letter ' || id as place"),
  anyOf('solvency_look', "sealed_key as sealed, 'solvency proof ' || period as place"),
  anyOf('static_pay_tree', "sealed_key as sealed, 'proof of static pay ' || period as place"),
  anyOf(
    'idempotency_key where answer_sealed is not null',
    "answer_sealed as sealed, 'answer of ' || member_id || ' ' || operation || ' ' || key as place",
  ),
]
