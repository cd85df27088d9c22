import { serviceThread } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { cannedRoutes } from './canned-routes.ts'
import { emptyThread } from './closing.ts'
import type { ServiceContext } from './context.ts'
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

export interface Service {
  module: Module
  /** Closes the conversation of a member whose account is closed. */
  forget(tx: Tx, memberId: string): Promise<void>
  /**
   * Empties some texts of a closed member that nothing needs any more. Texts that are still needed
   * are left for later.
   */
  emptyWords(tx: Tx, memberId: string): Promise<{ emptied: number; left: boolean }>
  /** True when the picture is in the member's own thread or feedback. */
  maySeeUpload(memberId: string, uploadId: string): Promise<boolean>
  /** True for pictures of threads and feedback, for roles that may read a thread. */
  mayOperatorSeeUpload(operator: Operator, uploadId: string): Promise<boolean>
  /**
   * The pictures among these that messages or feedback use. They are kept as long as the text is.
   */
  picturesUsed(reader: Database | Tx, uploadIds: readonly string[]): Promise<PictureOfService[]>
  /** All messages between a member and the service. */
  ownWords(reader: Database | Tx, memberId: string): Promise<OwnWords>
  /** The feedback among this that was answered since a time. */
  feedbackAnswers(
    reader: Database | Tx,
    ids: readonly string[],
    since: Date,
  ): Promise<{ id: string; memberId: string; at: Date }[]>
}

const IDLE_JOB_MS = 60_000

/** The conversations of members with the staff, and feedback. */
export function openService(
  { database, config }: Platform,
  deps: Omit<ServiceContext, 'hours'>,
): Service {
  const context: ServiceContext = { ...deps, hours: config.serviceHours }
  return {
    module: {
      routes: [
        ...memberRoutes(database, context),
        ...operatorRoutes(database, context),
        ...cannedRoutes(database, context),
        ...feedbackRoutes(database, context),
      ],
      jobs: [
        {
          name: 'idle conversations',
          runsIn: 'worker',
          everyMs: IDLE_JOB_MS,
          run: () => closeIdle(database, context),
        },
      ],
    },
    maySeeUpload: (memberId, uploadId) => isPictureOfMember(database, memberId, uploadId),
    mayOperatorSeeUpload: async ({ role }, uploadId) =>
      serviceThread.roles.includes(role) && (await isPictureForStaff(database, uploadId)),
    picturesUsed,
    ownWords: (reader, memberId) => ownWords(reader, context, memberId),
    feedbackAnswers: answersAmong,
    forget: (tx, memberId) => closeWithAccount(tx, context, memberId),
    emptyWords: emptyThread,
  }
}
