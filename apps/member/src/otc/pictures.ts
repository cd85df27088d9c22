import { type Outcome, readEnvelope, upload } from '@banyan/client'
import { type UploadAnswer, uploadedPicturePath, uploadPath } from '@banyan/domain'
import { api, Silent, TransportError } from '../shell/index.ts'

/**
 * Fetches a picture of the house as bytes: it needs the bearer header, which an <img> cannot send.
 * @throws TransportError, Refused, Silent.
 */
export async function fetchPicture(id: string, signal?: AbortSignal): Promise<Blob> {
  const token = api.token()
  let response: Response
  try {
    response = await fetch(api.address(uploadedPicturePath(id)), {
      headers: api.headers(token),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    throw new TransportError(signal?.aborted ? 'abort' : 'network', { cause })
  }
  if (response.headers.get('content-type')?.startsWith('image/')) return response.blob()
  const envelope = readEnvelope(await response.text())
  if (!response.ok || !envelope)
    throw new TransportError('http', { status: response.status, envelope })
  dataOf(api.judge(envelope, { toast: false }, token))
  throw new TransportError('malformed', { status: response.status })
}

/**
 * Sends one picture and tells how far it is (0 to 1).
 * @throws TransportError, Refused, Silent.
 */
export async function uploadPicture(
  picture: Blob,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadAnswer> {
  return dataOf(await upload<UploadAnswer>(api, uploadPath, picture, { toast: false, ...options }))
}

function dataOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'answered') return outcome.data
  throw outcome.kind === 'refused' ? outcome.refusal : new Silent()
}
