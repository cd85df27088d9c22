import { Button, Skeleton, useLayer } from '@banyan/ui'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { KeptSpace } from './kept-space.tsx'
import { drawnWith, type PageModule } from './load/first-page.ts'
import { lateCode } from './load/late-code.ts'
import { PageLoad } from './load/page-load.ts'
import type { ExchangeSheetProps } from './load/part-props.ts'
import { loading } from './page/page-frame.tsx'
import { pages, type Route } from './routes.ts'
import { shellTexts } from './texts/shell-texts.ts'
import { useTexts } from './texts/texts.ts'

/*
 * Parts of one module that are shown on pages of another. Modules never import each other: a page
 * uses a part from here, and its code is loaded when it is first shown. Not part of the shell's
 * index, so that only pages with such parts load this.
 */

type Module<P> = PageModule<P>

interface PartProps<P> {
  part: PageLoad<Module<P>>
  given: P
  waiting: ReactNode
}

/** A part whose code is loading, loaded, or must be requested again; the rest of the page works. */
function Part<P extends object>({ part, given, waiting }: PartProps<P>) {
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

/**
 * A part by its code, which is loaded once, when the part is first shown. `waiting` is the placeholder
 * meanwhile; nothing for a part that opens over the page. A visit that begins on the page `firstOn`
 * draws the part together with it.
 */
export function partOf<P extends object>(
  load: () => Promise<Module<P>>,
  waiting: ReactNode = <Skeleton height="44px" />,
  firstOn?: Route,
) {
  const part = new PageLoad({ load, ...loading })
  if (firstOn) drawnWith(firstOn.path, part)
  return (given: P) => <Part part={part} given={given} waiting={waiting} />
}

/** Asks whether to block the other party of a trade, or the owner of an order, and does it. */
export const BlockQuestion = partOf(() => lateCode.blockQuestion(), null)

/** Opens the chat of a trade, with a dot for unread messages. */
export const ChatButton = partOf(() => lateCode.chatButton(), null)

/** The link to the member's notifications, with the number of unread ones. */
export const Bell = partOf(() => lateCode.bell(), null, pages.home)

/** Own open trades, the most urgent first; nothing when there are none. */
export const DueTrades = partOf(
  () => lateCode.dueTrades(),
  <KeptSpace name="due-trades" />,
  pages.home,
)

/** Offers push messages after a trade; nothing once the member has answered, or where push is not supported. */
export const PushOffer = partOf(() => lateCode.pushOffer(), null)

/** The push messages of this device, a switch for each kind; or what prevents them. */
export const PushChoice = partOf(() => lateCode.pushChoice(), null)

/** One line that rotates through unread notices; nothing when all are read. */
export const HomeNotices = partOf(
  () => lateCode.homeNotices(),
  <KeptSpace name="notices" />,
  pages.home,
)

/** Unread notices in two lines at most; nothing when all are read. */
export const NoticeLines = partOf(() => lateCode.noticeLines(), null)

/** The link to the service, with a dot for unread messages. */
export const ServiceButton = partOf(() => lateCode.serviceButton(), null, pages.home)

/** Whether the member is a distributed member, in a word. */
export const DistributedChip = partOf(() => lateCode.distributedChip(), null)

/** The number of invitees who wait for a place; nothing when there are none. */
export const PlacementChip = partOf(() => lateCode.placementChip(), null)

const findings = () => lateCode.findings()

/** The chain's findings about a trade's payment; nothing while no hash is known. */
export const Findings = partOf(findings)
/** The same, with nothing in its place while it loads. */
export const QuietFindings = partOf(findings, null)

/** The invitees for whom the member has not chosen a place; nothing when there are none. */
export const WaitingCard = partOf(() => lateCode.waitingCard(), null)

/** The undo of a subscription; nothing when it is not the member's first fill. */
export const UndoBox = partOf(() => lateCode.undoBox(), null)

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
