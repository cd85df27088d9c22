import { wireIdOf } from '@banyan/domain'
import { newUuid } from '../platform/ids.ts'
import type { HttpSystem } from './http-system.ts'

/** A notice that members can read, as if an operator had published it now. Returns its API id. */
export async function publishedNotice(
  system: HttpSystem,
  { title = '平台升级', pinned = false } = {},
): Promise<string> {
  const id = newUuid()
  await system.db.owner.query(
    `insert into notice (id, state, title_zh, body_zh, pinned, pictures, published_at, changed_at)
     values ($1, 'published', $2, '今晚升级。', $3, '{}', house_now(), house_now())`,
    [id, title, pinned],
  )
  return wireIdOf('ntc', id)
}
