import { Button, Skeleton, useLayer } from '@banyan/ui'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { KeptSpace } from './kept-space.tsx'
import { lateCode } from './load/late-code.ts'
import { PageLoad } from './load/page-load.ts'
import type { BlockQuestionProps, ExchangeSheetProps, FindingsProps } from './load/part-props.ts'
import { loading } from './page/page-frame.tsx'
import { shellTexts } from './texts/shell-texts.ts'
import { useTexts } from './texts/texts.ts'

/*
 * Parts of one module that are shown on pages of another. Modules never import each other: a page
 * uses a part from here, and its code is loaded when it is first shown. Not part of the shell's
 * index, so that only pages with such parts load this.
 */

type Module<P> = { default: ComponentType<P> }
/** A part by its code, which is loaded once. */
export const partOf = <P,>(load: () => Promise<Module<P>>) => new PageLoad({ load, ...loading })

interface PartProps<P> {
  part: PageLoad<Module<P>>
  given: P
  /** The placeholder while the code loads; nothing for a part that opens over the page. */
  waiting?: ReactNode
}

/** A part whose code is loading, loaded, or must be requested again; the rest of the page works. */
export function Part<P extends object>({
  part,
  given,
  waiting = <Skeleton height="44px" />,
}: PartProps<P>) {
  const state = useSyncExternalStore(part.subscribe, part.state, part.state)
  const t = useTexts(shellTexts)
  useEffect(() => part.start(), [part])
  if (state.phase === 'ready') return <state.module.default {...given} />
  if (state.phase !== 'failed') return waiting
  return (
    <Button tone="quiet" size="small" onClick={() => part.retry()}>
      {t('pageLoadFailed')}
    </Button>
  )
}

const blockQuestion = partOf(() => lateCode.blockQuestion())

/** Asks whether to block the other party of a trade, or the owner of an order, and does it. */
export const BlockQuestion = (props: BlockQuestionProps) => (
  <Part part={blockQuestion} given={props} waiting={null} />
)

const chatButton = partOf(() => lateCode.chatButton())

/** Opens the chat of a trade, with a dot for unread messages. */
export const ChatButton = (props: { tradeId: string }) => (
  <Part part={chatButton} given={props} waiting={null} />
)

const bell = partOf(() => lateCode.bell())

/** The link to the member's notifications, with the number of unread ones. */
export const Bell = () => <Part part={bell} given={{}} waiting={null} />

const dueTrades = partOf(() => lateCode.dueTrades())

/** Own open trades, the most urgent first; nothing when there are none. */
export const DueTrades = () => (
  <Part part={dueTrades} given={{}} waiting={<KeptSpace name="due-trades" />} />
)

const pushOffer = partOf(() => lateCode.pushOffer())

/** Offers push messages after a trade; nothing once the member has answered, or where push is not supported. */
export const PushOffer = () => <Part part={pushOffer} given={{}} waiting={null} />

const pushChoice = partOf(() => lateCode.pushChoice())

/** The push messages of this device, a switch for each kind; or what prevents them. */
export const PushChoice = () => <Part part={pushChoice} given={{}} waiting={null} />

const homeNotices = partOf(() => lateCode.homeNotices())

/** One line that rotates through unread notices; nothing when all are read. */
export const HomeNotices = () => (
  <Part part={homeNotices} given={{}} waiting={<KeptSpace name="notices" />} />
)

const noticeLines = partOf(() => lateCode.noticeLines())

/** Unread notices in two lines at most; nothing when all are read. */
export const NoticeLines = () => <Part part={noticeLines} given={{}} waiting={null} />

const serviceButton = partOf(() => lateCode.serviceButton())

/** The link to the service, with a dot for unread messages. */
export const ServiceButton = () => <Part part={serviceButton} given={{}} waiting={null} />

const distributedChip = partOf(() => lateCode.distributedChip())

/** Whether the member is a distributed member, in a word. */
export const DistributedChip = () => <Part part={distributedChip} given={{}} waiting={null} />

const placementChip = partOf(() => lateCode.placementChip())

/** The number of invitees who wait for a place; nothing when there are none. */
export const PlacementChip = () => <Part part={placementChip} given={{}} waiting={null} />

const findings = partOf(() => lateCode.findings())

/** The chain's findings about a trade's payment; nothing while no hash is known. */
export const Findings = (props: FindingsProps & { quiet?: boolean }) => (
  <Part part={findings} given={props} {...(props.quiet ? { waiting: null } : {})} />
)

const waitingCard = partOf(() => lateCode.waitingCard())

/** The invitees for whom the member has not chosen a place; nothing when there are none. */
export const WaitingCard = () => <Part part={waitingCard} given={{}} waiting={null} />

const undoBox = partOf(() => lateCode.undoBox())

/** The undo of a subscription; nothing when it is not the member's first fill. */
export const UndoBox = (props: { subscriptionId: string }) => (
  <Part part={undoBox} given={props} waiting={null} />
)

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const exchangeSheet = () => lateCode.exchangeSheet()

/** Opens the exchange of coin to USDT from a button that `children` draws. */
export function ExchangeOpener({ children }: { children: (open: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  const ExchangeSheet = useLayer<ExchangeSheetProps>(open, exchangeSheet, () => setOpen(false))
  return (
    <>
      {children(() => setOpen(true))}
      {ExchangeSheet && <ExchangeSheet open={open} onOpenChange={setOpen} />}
    </>
  )
}
