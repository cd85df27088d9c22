import { createServer, request, type Server } from 'node:http'
import { z } from 'zod'
import { filesOf } from './config.ts'
import { readJson, send } from './http.ts'
import { type Findings, reconcile } from './reconcile.ts'
import { CannotWork } from './refusal.ts'
import type { Signer } from './signer.ts'

/*
 * A second socket in the signer's own folder, for the person at its machine. The server has no
 * access to it: its token cannot end a halt.
 */

const reconcileRequest = z.strictObject({ accept: z.string().trim().min(3).max(500).nullable() })

/** Serves `reconcile` to a person with access to the signer's folder. */
export function serveControl(signer: Signer): Server {
  return createServer((incoming, response) => {
    const answered = async () => {
      const { accept } = reconcileRequest.parse(await readJson(incoming))
      return reconcile(signer.context, accept)
    }
    void answered().then(
      findings => send(response, 200, findings),
      error => send(response, 503, { problem: (error as Error).message }),
    )
  })
}

/**
 * Requests the running signer to reconcile.
 * @throws CannotWork when none runs over this folder, or its nodes do not answer.
 */
export async function askToReconcile(folder: string, accept: string | null): Promise<Findings> {
  const { control } = filesOf(folder)
  const { status, body } = await post(control, { accept }).catch(error => {
    throw new CannotWork(
      `No signer runs over ${folder} (${(error as Error).message}): start it first, then ask again.`,
    )
  })
  if (status !== 200) throw new CannotWork(`The signer could not reconcile: ${body.problem}`)
  return body as unknown as Findings
}

function post(socketPath: string, body: object) {
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const asked = request({ socketPath, path: '/reconcile', method: 'POST' }, async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      resolve({
        status: answer.statusCode ?? 0,
        body: JSON.parse(Buffer.concat(parts).toString('utf8')),
      })
    })
    asked.once('error', reject)
    asked.end(JSON.stringify(body))
  })
}
