export { api, readingWithin, refreshSession, toast, useMe } from './app.ts'
export { askQuery, pagesQuery } from './ask.ts'
export { failureText } from './failure.ts'
export { ForecastOfNumbers, ForecastOfProposal } from './forecast/forecast.tsx'
export { sendKeys } from './keys/keycaps.ts'
export { useKeys } from './keys/keys.ts'
export { useRowKeys } from './keys/use-rows.ts'
export { changeQuery, go, hrefOf, openHere, useAddress } from './navigation.ts'
export { mayRead, pages } from './pages.ts'
export { Acknowledging } from './parts/acknowledging.tsx'
export { ActForm } from './parts/act-form.tsx'
export { Age } from './parts/age.tsx'
export { AmountHead } from './parts/amount-head.tsx'
export { Answer } from './parts/answer.tsx'
export { Attachments } from './parts/attachments.tsx'
export { Desk, OpenHead, Split } from './parts/columns.tsx'
export { Meter } from './parts/meter.tsx'
export { Fact, Facts, Panel, Quoted } from './parts/panel.tsx'
export { RuleChanges } from './parts/rule-changes.tsx'
export { type Seat, Seats } from './parts/seats.tsx'
export { SideItem, SideLine, SideNote } from './parts/side-item.tsx'
export { Tag, type Tone } from './parts/tag.tsx'
export {
  type Queue,
  type Queued,
  queuesOf,
  waitingForMe,
} from './queues.ts'
export { saveBlob } from './save-blob.ts'
export { addPasskeyHere, canUsePasskeys, PasskeyCancelled } from './session/passkey.ts'
export {
  amountColumn,
  dayColumn,
  longColumn,
  shortColumn,
  sumOf,
  textColumn,
} from './table/columns.tsx'
export { Choices, type Column, DataTable, TableBar } from './table/data-table.tsx'
export { allRows, hasText, ListSplit, useRows } from './table/list-split.tsx'
export { Range } from './table/range.tsx'
export { actName } from './texts/act-names.ts'
export { proposalKinds } from './texts/proposal-kinds.ts'
export { shellTexts } from './texts/shell-texts.ts'
export {
  inLanguages,
  type Language,
  textsOf,
  useLanguage,
  useTexts,
} from './texts/texts.ts'
export { ageText, dayText, fieldTimeText, instantOfField, secondText } from './times.ts'
export { useCommand } from './use-command.ts'
export { useMinute } from './use-minute.ts'
export { useSettled } from './use-settled.ts'
