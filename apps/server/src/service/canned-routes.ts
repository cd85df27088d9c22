import * as domain from '@banyan/domain'
import type { Selectable } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { operatorMoneyRoute, operatorRoute, type Route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { ServiceContext } from './context.ts'
import type { ServiceCannedAnswer } from './generated.ts'

/** Canned answers: texts that the staff begin an answer with. */
export function cannedRoutes(database: Database, context: ServiceContext): Route[] {
  return [
    operatorRoute(domain.cannedAnswers, async () => {
      const rows = await database
        .selectFrom('serviceCannedAnswer')
        .selectAll()
        .orderBy('title')
        .orderBy('id')
        .execute()
      return { items: rows.map(present) }
    }),

    operatorMoneyRoute(domain.addCannedAnswer, async (tx, { body, caller }) => {
      const row = await tx
        .insertInto('serviceCannedAnswer')
        .values({
          id: newUuid(),
          ...body,
          changedBy: caller.name,
          changedAt: await systemNow(tx),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const object = domain.wireIdOf('can', row.id)
      await context.recordAct(tx, caller, { action: 'add canned answer', object })
      return present(row)
    }),

    operatorRoute(domain.changeCannedAnswer, ({ params, body, caller }) =>
      inTransaction(database, async tx => {
        const row = await tx
          .updateTable('serviceCannedAnswer')
          .set({ ...body, changedBy: caller.name, changedAt: await systemNow(tx) })
          .where('id', '=', domain.uuidOf(params.id))
          .returningAll()
          .executeTakeFirst()
        if (!row) return refuse('notFound')
        await context.recordAct(tx, caller, { action: 'change canned answer', object: params.id })
        return present(row)
      }),
    ),

    operatorRoute(domain.removeCannedAnswer, async ({ params, caller }) => {
      await inTransaction(database, async tx => {
        const { numDeletedRows } = await tx
          .deleteFrom('serviceCannedAnswer')
          .where('id', '=', domain.uuidOf(params.id))
          .executeTakeFirst()
        if (numDeletedRows === 0n) refuse('notFound')
        await context.recordAct(tx, caller, { action: 'remove canned answer', object: params.id })
      })
      return {}
    }),
  ]
}

const present = ({ id, title, zh, en, changedAt }: Selectable<ServiceCannedAnswer>) => ({
  id: domain.wireIdOf('can', id),
  title,
  zh,
  en,
  changedAt: changedAt.toISOString(),
})
