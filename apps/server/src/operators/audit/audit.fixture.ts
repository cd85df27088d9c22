import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AuditAct, AuditHead } from '@banyan/domain'
import type { Database } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newUuid } from '../../platform/ids.ts'
import { openMemberModules } from '../../testing/members.ts'
import { type Act, recordAct } from '../acts.ts'
import { presentAct, presentRoot } from './present.ts'
import { type RootContext, signRoot } from './roots.ts'
import { openRootSigner } from './signing.ts'
import { actsOf, rootsAfter } from './store.ts'

/** A database with members, an operator, and the audit log of their acts. */
export async function openAuditLog() {
  const modules = await openMemberModules()
  const { database, owner } = modules.db
  const signer = openRootSigner(randomBytes(32))
  let signers: ReturnType<RootContext['signers']> = [signer]
  const mails: { to: string; paragraphs: readonly string[] }[] = []
  const context: RootContext = {
    database,
    signers: () => signers,
    mail: {
      offered: true,
      post: async (_, email) => {
        mails.push(email)
        return newUuid()
      },
    },
    recipients: ['one@example.org', 'two@example.org'],
    origin: 'https://banyan.example',
  }
  const operatorId = newUuid()
  await owner.query(
    `insert into operator (id, name, role, created_at) values ($1, 'wei', 'reviewer', now())`,
    [operatorId],
  )
  const wei = {
    operatorId,
    name: 'wei',
    role: 'reviewer',
    memberId: null,
    sessionId: newUuid(),
    sessionHash: randomBytes(32),
  } as unknown as Parameters<typeof recordAct>[1]
  const act = (given: Act, doer: Parameters<typeof recordAct>[1] = wei) =>
    inTransaction(database, tx => recordAct(tx, doer, given))
  return {
    ...modules,
    database,
    owner,
    signer,
    mails,
    context,
    act,
    sign: () => signRoot(context),
    /** Signs with another key from now on; the one before is kept only where it is still accepted. */
    changeKey: ({ keepsOld }: { keepsOld: boolean }) => {
      const next = openRootSigner(randomBytes(32))
      signers = keepsOld ? [next, ...signers] : [next]
      return next
    },
  }
}

/** All acts and roots as the calls answer them. */
export async function savedLog(
  database: Database,
): Promise<{ acts: AuditAct[]; roots: ReturnType<typeof presentRoot>[] }> {
  const acts = await actsOf(database, {}, { after: null, limit: 1_000, order: 'oldest' })
  return {
    acts: acts.map(presentAct),
    roots: (await rootsAfter(database, 0, 1_000)).map(presentRoot),
  }
}

export const headOf = (root: AuditHead['root'], kind: AuditHead['kind'] = 'all'): AuditHead => ({
  format: 'banyan-audit-1',
  kind,
  product: 'https://banyan.example',
  savedAt: new Date(Date.now() + 4 * 3_600_000).toISOString(),
  filters: {},
  root,
})

const program = join(import.meta.dirname, '../../../../../tools/verify/verify.mjs')

/** Runs the verifier over files with these contents, as its user does. */
export async function verifyFiles(
  files: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'banyan-audit-'))
  const named: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await writeFile(path, content)
    named.push(`--${name}`, path)
  }
  try {
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [program, ...named, ...more])
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  } finally {
    await rm(folder, { recursive: true })
  }
}
