import type { Database } from '../platform/database/connect.ts'
import { addOperator } from './accounts.ts'

/** A page of the console on which a new operator chooses the password, once. */
export interface SetUpLink {
  name: string
  link: string
}

/**
 * Where an operator chooses the password. The secret stands behind the `#`, so no server or proxy
 * reads it.
 */
export const setUpLink = (origin: string, { name, secret }: { name: string; secret: string }) =>
  `${origin}/#/set-up?${new URLSearchParams({ name, secret })}`

/**
 * Creates the two administrators of a platform that has no operator yet. Returns their set-up
 * links, which are shown this once; none at any later start.
 */
export async function addFirstAdministrators(
  database: Database,
  origin: string,
): Promise<SetUpLink[]> {
  const known = await database.selectFrom('operator').select('id').limit(1).executeTakeFirst()
  if (known) return []
  const links: SetUpLink[] = []
  for (const name of ['administrator-1', 'administrator-2']) {
    const secret = await addOperator(database, { name, role: 'administrator', memberId: null })
    links.push({ name, link: setUpLink(origin, { name, secret }) })
  }
  return links
}
