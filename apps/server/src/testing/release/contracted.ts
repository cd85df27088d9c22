/**
 * Contract after the last release: what newer migrations take away from its program, or ask of it
 * besides, each with what that means while it still runs. Everything else only adds. A new record of a
 * release empties the list.
 */
export const contractedAfterRelease: Readonly<Record<string, string>> = {
  'column distributed_member.reason is gone':
    'Renamed to reason_zh: until the programs are replaced, an operator who suspends, reinstates or revokes a distributed status is answered with a fault, and nothing is done.',
  'column distributed_member.appeal_answer is gone':
    'Renamed to appeal_answer_zh: the same of an operator who answers an appeal, and of a member who reads one.',
  'rows of distributed_member must fulfil CHECK (((appeal_answer_zh IS NULL) OR (appeal_text IS NOT NULL)))':
    'The rule of before under the new name.',
  "rows of distributed_member must fulfil CHECK (((reason_zh IS NOT NULL) OR (state <> 'suspended'::text)))":
    'The rule of before under the new name.',
  'key_check is no longer unique btree (name)':
    'A key has versions: the program before writes keys at the first start of a platform only.',
  "rows of key_check must fulfil unique btree (name) WHERE (state = 'current'::text)":
    'Of the same table: one row of each name is current, as before.',
  "rows of key_check must fulfil unique btree (name) WHERE (state = ANY (ARRAY['next'::text, 'old'::text]))":
    'Of the same table: the program before writes current ones only.',
  'rows of key_check must fulfil unique btree (name, version)':
    'Of the same table: weaker than what it was before.',
  "rows of proposal must fulfil CHECK ((kind = ANY (ARRAY['rules'::text, 'receipt'::text, 'cost'::text, 'shortfall'::text, 'sharing'::text, 'operator'::text, 'insider'::text, 'wind_down'::text, 'wind_down_cancel'::text, 'explanation'::text, 'withdrawal_void'::text, 'deposit_key'::text, 'factor_reset'::text, 'account_freeze'::text, 'operator_end'::text, 'distributed_status'::text])))":
    'Wider than before: two more kinds of proposals.',
}
