import { Button, Skeleton, useLayer } from '@banyan/ui'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { KeptRoom } from './kept-room.tsx'
import { lateCode } from './load/late-code.ts'
import { PageLoad } from './load/page-load.ts'
import type { BlockQuestionProps, ExchangeSheetProps, FindingsProps } from './load/part-props.ts'
import { loading } from './page/page-frame.tsx'
import { shellTexts } from './texts/shell-texts.ts'
import { useTexts } from './texts/texts.ts'

/*
 * Parts of one room that stand on pages of another. Rooms never import each other: a page names a
 * part from here, and its code is loaded when it is first shown. Apart from the door, so that only
 * the pages that have such parts carry this.
 */

type Module<P> = { default: ComponentType<P> }
/** A part by its code, which is loaded once. */
export const partOf = <P,>(load: () => Promise<Module<P>>) => new PageLoad({ load, ...loading })

interface PartProps<P> {
  part: PageLoad<Module<P>>
  given: P
  /** What stands there until the code has come; nothing for what opens over the page. */
  waiting?: ReactNode
}

/** A part whose code is on its way, or here, or has to be asked for again; the page goes on around it. */
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

/** Opens the chat of a trade, with a dot while something in it is unread. */
export const ChatButton = (props: { tradeId: string }) => (
  <Part part={chatButton} given={props} waiting={null} />
)

const bell = partOf(() => lateCode.bell())

/** The way to the member's notifications, with how many are unread. */
export const Bell = () => <Part part={bell} given={{}} waiting={null} />

const dueTrades = partOf(() => lateCode.dueTrades())

/** Own trades under way, the most urgent first; nothing when there are none. */
export const DueTrades = () => (
  <Part part={dueTrades} given={{}} waiting={<KeptRoom name="due-trades" />} />
)

const pushOffer = partOf(() => lateCode.pushOffer())

/** Offers push messages after a trade; nothing once the member has answered, or where there are none. */
export const PushOffer = () => <Part part={pushOffer} given={{}} waiting={null} />

const pushChoice = partOf(() => lateCode.pushChoice())

/** What this device is told by push, a switch for each kind; or what stands in the way. */
export const PushChoice = () => <Part part={pushChoice} given={{}} waiting={null} />

const homeNotices = partOf(() => lateCode.homeNotices())

/** One line that turns through unread notices; nothing when all are read. */
export const HomeNotices = () => (
  <Part part={homeNotices} given={{}} waiting={<KeptRoom name="notices" />} />
)

const noticeLines = partOf(() => lateCode.noticeLines())

/** Unread notices in two lines at most; nothing when all are read. */
export const NoticeLines = () => <Part part={noticeLines} given={{}} waiting={null} />

const serviceButton = partOf(() => lateCode.serviceButton())

/** The way to the service, with a dot while something there is unread. */
export const ServiceButton = () => <Part part={serviceButton} given={{}} waiting={null} />

const distributedChip = partOf(() => lateCode.distributedChip())

/** Whether the member is a distributed member, in a word. */
export const DistributedChip = () => <Part part={distributedChip} given={{}} waiting={null} />

const placementChip = partOf(() => lateCode.placementChip())

/** How many invitees wait for a place; nothing when none does. */
export const PlacementChip = () => <Part part={placementChip} given={{}} waiting={null} />

const findings = partOf(() => lateCode.findings())

/** What the chain says of a trade's payment; nothing while no hash is known. */
export const Findings = (props: FindingsProps & { quiet?: boolean }) => (
  <Part part={findings} given={props} {...(props.quiet ? { waiting: null } : {})} />
)

const waitingCard = partOf(() => lateCode.waitingCard())

/** The invitees for whom the member has not chosen a place; nothing when there is none. */
export const WaitingCard = () => <Part part={waitingCard} given={{}} waiting={null} />

const undoBox = partOf(() => lateCode.undoBox())

/** The undo of a subscription; nothing where it is not the member's first fill. */
export const UndoBox = (props: { subscriptionId: string }) => (
  <Part part={undoBox} given={props} waiting={null} />
)

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const exchangeSheet = () => lateCode.exchangeSheet()

/** Opens the exchange of coin to USDT from wherever `children` draws its button. */
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
