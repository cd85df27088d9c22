/* The door of the shell: what pages may use. */
export {
  type Address,
  isRefused,
  isSilent,
  isTransport,
  type LiveNews,
  Refused,
  Silent,
  TransportError,
} from '@banyan/client'
export {
  api,
  apiOf,
  goOn,
  keepWanted,
  logOut,
  queryClient,
  removeAccount,
  session,
  toast,
  toaster,
  want,
} from './app.ts'
export { constants } from './constants.ts'
export type { FactorAsk, RiskQuestionsSheetProps, StepUpSheetProps } from './load/part-props.ts'
export { href, nav, to } from './navigation/nav.ts'
export type { NavResult } from './navigation/result.ts'
export { holdUpdates } from './offline/hold.ts'
export { CardList } from './page/card-list.tsx'
export { Link } from './page/link.tsx'
export { usePage, usePageQuery, usePageTitle, useShown, useTabTap } from './page/page-context.ts'
export { HeadActions, PageHead, type PageHeadProps } from './page/page-head.tsx'
export { type ListPage, PagedList, type PagedListProps, paging } from './page/paged-list.tsx'
export { QueryView, type QueryViewProps } from './page/query-view.tsx'
export {
  type AuthorisedPicture,
  fetchFile,
  fetchPicture,
  uploadPicture,
  useAuthorisedPicture,
  useAuthorisedPictures,
} from './pictures.ts'
export { pages, type Route } from './routes.ts'
export { saveFile } from './save-file.ts'
export type { EndedSession, KeptUser, SessionState } from './session/session.ts'
export { useSession } from './session/use-session.ts'
export { changeLanguageTo } from './texts/language.ts'
export { riskTexts } from './texts/risk-texts.ts'
export {
  type Language,
  language,
  languages,
  registerTexts,
  type T,
  type Texts,
  textOf,
  useLanguage,
  useTexts,
} from './texts/texts.ts'
export {
  chooseTheme,
  chooseTrend,
  type Theme,
  theme,
  themeEvents,
  useTheme,
  useThemeChoice,
  useTrend,
} from './theme/theme.ts'
export { failureText, transportText } from './transport-text.ts'
export { type Command, type CommandOptions, useCommand } from './use-command.ts'
export { useLive } from './use-live.ts'
