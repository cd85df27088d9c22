/* The shell's public interface: what pages may use. */
export {
  type Address,
  isRefused,
  isTransport,
  Refused,
} from '@banyan/client'
export {
  api,
  apiOf,
  goOn,
  keepWanted,
  queryClient,
  removeAccount,
  session,
  toast,
  toaster,
  want,
} from './app.ts'
export { askQuery, pagesQuery } from './ask-query.ts'
export { constants } from './constants.ts'
export { staleAfterFirstView } from './load/first-page.ts'
export type { FactorAsk, RiskQuestionsSheetProps, StepUpSheetProps } from './load/part-props.ts'
export { href, nav } from './navigation/nav.ts'

export { CardList } from './page/card-list.tsx'
export { HeadLink } from './page/head-link.tsx'
export { Link } from './page/link.tsx'
export { usePage, usePageQuery, usePageTitle, useShown } from './page/page-context.ts'
export { HeadActions, PageHead } from './page/page-head.tsx'
export { PagedList, type PagedListProps, paging } from './page/paged-list.tsx'
export { QueryView } from './page/query-view.tsx'
export { TileLink } from './page/tile-link.tsx'
export {
  fetchFile,
  useAuthorisedPictures,
} from './pictures.ts'
export { pages, type Route } from './routes.ts'
export { saveFile } from './save-file.ts'
export type { EndedSession } from './session/session.ts'
export { useSession } from './session/use-session.ts'
export { changeLanguageTo } from './texts/language.ts'
export { riskTexts } from './texts/risk-texts.ts'
export {
  type Language,
  language,
  registerTexts,
  type T,
  type Texts,
  textOf,
  useLanguage,
  useTexts,
} from './texts/texts.ts'
export { themeEvents } from './theme/theme.ts'
export { failureText, transportText } from './transport-text.ts'
export { useCommand } from './use-command.ts'
export { useLive } from './use-live.ts'
