import type { Database, Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import { caseChatRoutes } from './case-routes.ts'
import { emptyMessages } from './closing.ts'
import { type ChatContext, openText } from './messages.ts'
import { chatRoutes } from './routes.ts'
import { isPictureOfParty, picturesShown, tradesOfPicture } from './store.ts'

export type { ChatContext } from './messages.ts'

export interface Chat {
  module: Module
  /** True when the picture is in the chat of a trade that the member is a party of. */
  maySeeUpload(memberId: string, uploadId: string): Promise<boolean>
  /** The trades in whose chats a picture was sent. */
  tradesOfPicture(uploadId: string): Promise<string[]>
  /** The pictures among these that were sent in chats, with the trade of each. */
  picturesShown(
    reader: Database | Tx,
    uploadIds: readonly string[],
  ): Promise<{ uploadId: string; tradeId: string }[]>
  /**
   * Empties some texts of a closed member that nothing needs any more. Texts that are still needed
   * are left for later.
   */
  emptyWords(tx: Tx, memberId: string): Promise<{ emptied: number; left: boolean }>
  /** The text of a message, for its readers. */
  openText(messageId: string, sealed: Buffer): string
}

/** The chats of trades: kept for good, open for writing until a while after the trade's end. */
export function openChat({ database }: Platform, context: ChatContext): Chat {
  return {
    module: { routes: [...chatRoutes(database, context), ...caseChatRoutes(database, context)] },
    maySeeUpload: (memberId, uploadId) => isPictureOfParty(database, memberId, uploadId),
    tradesOfPicture: uploadId => tradesOfPicture(database, uploadId),
    picturesShown,
    emptyWords: emptyMessages,
    openText: (messageId, sealed) => openText(context.sealing, messageId, sealed),
  }
}
