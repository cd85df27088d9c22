import { parseArgs } from 'node:util'
import { operatorName, operatorRoles } from '@banyan/domain'
import { addOperator, disableOperator, NotAdded, SECRET_MS, setUpLink } from '../operators/index.ts'
import { readConfig } from '../platform/config.ts'
import { connectDatabase, connectPool } from '../platform/database/connect.ts'
import { runProgram } from './program.ts'

const USAGE = `Give "add --role <${operatorRoles.join('|')}> --name <name> [--member <member id>]", or "disable --name <name>".`

/** A member's id in the API's form (`uuid`). */
const MEMBER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The program that creates operators, for a person with access to the platform's database. Its acts
 * are in the audit log. The set-up link of an account is printed this once, or its secret where no
 * console is served.
 */
runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' }, name: { type: 'string' }, member: { type: 'string' } },
  })
  const [command] = positionals
  const name = operatorName.safeParse(values.name)
  const role = operatorRoles.find(one => one === values.role)
  if (!name.success || (command !== 'disable' && (command !== 'add' || !role)))
    return refused(USAGE)
  const { databaseUrl, consoleOrigins } = readConfig(process.env)
  const pool = connectPool(databaseUrl, { max: 1 })
  const database = connectDatabase(pool)
  try {
    if (command === 'disable') {
      const done = await disableOperator(database, name.data)
      console.log(
        done ? `${name.data} can do nothing any more.` : `There is no operator ${name.data}.`,
      )
      return
    }
    const memberId = values.member ?? null
    if (memberId !== null && !MEMBER.test(memberId)) return refused(USAGE)
    const secret = await addOperator(database, {
      name: name.data,
      role: role ?? 'support',
      memberId,
    })
    const [origin] = consoleOrigins
    console.log(
      `${name.data} is ${role}. The set-up ${origin ? 'link' : 'secret'}, for ${SECRET_MS / 60_000} minutes and for once:`,
    )
    console.log(origin ? setUpLink(origin, { name: name.data, secret }) : secret)
  } catch (error) {
    if (!(error instanceof NotAdded)) throw error
    refused(error.message)
  } finally {
    await pool.end()
  }
})

function refused(why: string): void {
  console.error(why)
  process.exitCode = 2
}
