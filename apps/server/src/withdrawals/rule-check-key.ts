import { readFile, stat } from 'node:fs/promises'
import { type ApproverKey, readApproverKey } from '@banyan/payouts'

/**
 * The key that the rule check signs with. It is read each time so that it can be replaced.
 * @throws Error with the remedy, where the file is missing, contains no key, or can be read by
 *   others.
 */
export async function readRuleCheckKey(file: string): Promise<ApproverKey> {
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others: run chmod 600 on it, or make a new key.`)
  try {
    const { privateKey } = JSON.parse(await readFile(file, 'utf8')) as { privateKey: string }
    return await readApproverKey(privateKey)
  } catch {
    throw new Error(
      `${file} holds no key: make one with npm run operator -- key --name server --key ${file}.`,
    )
  }
}
