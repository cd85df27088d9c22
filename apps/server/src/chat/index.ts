import type { Platform, Room } from '../platform/room.ts'
import { caseChatRoutes } from './case-routes.ts'
import type { ChatWorld } from './messages.ts'
import { chatRoutes } from './routes.ts'
import { isPictureOfParty, tradesOfPicture } from './store.ts'

export type { ChatWorld } from './messages.ts'

export interface Chat {
  room: Room
  /** True when the picture is in the chat of a trade that the member is a party of. */
  maySeeUpload(memberId: string, uploadId: string): Promise<boolean>
  /** The trades in whose chats a picture stands. */
  tradesOfPicture(uploadId: string): Promise<string[]>
}

/** The chats of trades: kept for good, written to until a while after the trade's end. */
export function openChat({ database }: Platform, world: ChatWorld): Chat {
  return {
    room: { routes: [...chatRoutes(database, world), ...caseChatRoutes(database, world)] },
    maySeeUpload: (memberId, uploadId) => isPictureOfParty(database, memberId, uploadId),
    tradesOfPicture: uploadId => tradesOfPicture(database, uploadId),
  }
}
