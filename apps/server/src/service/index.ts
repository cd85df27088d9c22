import { serviceThread } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import type { Platform, Room } from '../platform/room.ts'
import { cannedRoutes } from './canned-routes.ts'
import { emptyThread } from './closing.ts'
import { closeIdle, closeWithAccount } from './conversations.ts'
import { answersAmong } from './feedback.ts'
import { feedbackRoutes } from './feedback-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { type OwnWords, ownWords } from './own-words.ts'
import {
  isPictureForStaff,
  isPictureOfMember,
  type PictureOfService,
  picturesUsed,
} from './thread-store.ts'
import type { ServiceWorld } from './world.ts'

export interface Service {
  room: Room
  /** Closes the conversation of a member whose account is closed. */
  forget(tx: Tx, memberId: string): Promise<void>
  /** Empties some of what a closed member wrote and nothing needs; what is needed is left for later. */
  emptyWords(tx: Tx, memberId: string): Promise<{ emptied: number; left: boolean }>
  /** True when the picture is in the member's own thread or feedback. */
  maySeeUpload(memberId: string, uploadId: string): Promise<boolean>
  /** True for pictures of threads and feedback, for the roles that may read a thread. */
  mayOperatorSeeUpload(operator: Operator, uploadId: string): Promise<boolean>
  /** Of these pictures, those that were written with: for as long as what was written is kept. */
  picturesUsed(reader: Database | Tx, uploadIds: readonly string[]): Promise<PictureOfService[]>
  /** Everything that a member and the service wrote to each other. */
  ownWords(reader: Database | Tx, memberId: string): Promise<OwnWords>
  /** Of this feedback, what was answered since a time. */
  feedbackAnswers(
    reader: Database | Tx,
    ids: readonly string[],
    since: Date,
  ): Promise<{ id: string; memberId: string; at: Date }[]>
}

const IDLE_SWEEP_MS = 60_000

/** The conversations of members with the staff, and feedback. */
export function openService(
  { database, config }: Platform,
  neighbours: Omit<ServiceWorld, 'hours'>,
): Service {
  const world: ServiceWorld = { ...neighbours, hours: config.serviceHours }
  return {
    room: {
      routes: [
        ...memberRoutes(database, world),
        ...operatorRoutes(database, world),
        ...cannedRoutes(database, world),
        ...feedbackRoutes(database, world),
      ],
      sweeps: [
        {
          name: 'idle conversations',
          door: 'worker',
          everyMs: IDLE_SWEEP_MS,
          turn: () => closeIdle(database, world),
        },
      ],
    },
    maySeeUpload: (memberId, uploadId) => isPictureOfMember(database, memberId, uploadId),
    mayOperatorSeeUpload: async ({ role }, uploadId) =>
      serviceThread.roles.includes(role) && (await isPictureForStaff(database, uploadId)),
    picturesUsed,
    ownWords: (reader, memberId) => ownWords(reader, world, memberId),
    feedbackAnswers: answersAmong,
    forget: (tx, memberId) => closeWithAccount(tx, world, memberId),
    emptyWords: emptyThread,
  }
}
