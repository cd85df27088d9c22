import { type UploadAnswer, uploadedPicturePath, uploadPath } from '@banyan/domain'
import { api, constants, readEnvelope, Silent, TransportError } from '../shell/index.ts'

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
  answered(response.status, await response.text(), token)
  throw new TransportError('malformed', { status: response.status })
}

/**
 * Sends one picture and tells how far it is (0 to 1). XMLHttpRequest, because fetch cannot say how
 * much of a body has left.
 * @throws TransportError, Refused, Silent.
 */
export function uploadPicture(
  picture: Blob,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const token = api.token()
    const request = new XMLHttpRequest()
    request.open('POST', api.address(uploadPath))
    request.timeout = constants.uploadTimeoutMs
    for (const [name, value] of Object.entries(api.headers(token)))
      request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onerror = () => reject(new TransportError('network'))
    request.ontimeout = () => reject(new TransportError('timeout'))
    request.onabort = () => reject(new TransportError('abort'))
    request.onload = () => {
      try {
        resolve(answered(request.status, request.responseText, token) as UploadAnswer)
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.set('file', picture)
    request.send(body)
  })
}

/** The data of an envelope that came by another way than the client's own. */
function answered(status: number, text: string, token: string | null): unknown {
  const envelope = readEnvelope(text)
  if (status < 200 || status > 299) throw new TransportError('http', { status, envelope })
  if (!envelope) throw new TransportError('malformed', { status })
  const outcome = api.judge(envelope, { toast: false }, token)
  if (outcome.kind === 'answered') return outcome.data
  throw outcome.kind === 'refused' ? outcome.refusal : new Silent()
}
