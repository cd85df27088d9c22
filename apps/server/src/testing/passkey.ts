import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40]

/** What a test may have its passkey do otherwise than a good one. */
interface Misbehaviour {
  origin?: string
  /** The host that the passkey believes to be on. */
  host?: string
  challenge?: string
  /** The person is not verified by finger or PIN. */
  unverified?: boolean
  /** How often it says that it was used. */
  count?: number
}

/** A passkey in software, as a browser with an authenticator would answer for it. */
export function makePasskey(at: { host: string; origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let used = 0

  const clientData = (type: string, challenge: string, how: Misbehaviour): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: how.challenge ?? challenge,
        origin: how.origin ?? at.origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (how: Misbehaviour, more = Buffer.alloc(0), flags = 0): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(how.count ?? ++used)
    const seen = PRESENT | (how.unverified ? 0 : VERIFIED) | flags
    return Buffer.concat([sha256(how.host ?? at.host), Buffer.of(seen), count, more])
  }
  const answer = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    /** Answers the options of a registration. */
    make: ({ challenge }: { challenge: string }, how: Misbehaviour = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const more = Buffer.concat([Buffer.alloc(16), length, id, key])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, how).toString('base64url'),
        attestationObject: cborMap([
          ['fmt', 'none'],
          ['attStmt', []],
          ['authData', authenticatorData(how, more, HAS_KEY)],
        ]).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers the options of a proof. */
    sign: ({ challenge }: { challenge: string }, how: Misbehaviour = {}) => {
      const data = clientData('webauthn.get', challenge, how)
      const seen = authenticatorData(how)
      const signature = sign('sha256', Buffer.concat([seen, sha256(data)]), privateKey)
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: seen.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

type Cbor = number | string | Buffer | readonly (readonly [Cbor, Cbor])[]

/** CBOR (RFC 8949) of the few kinds of values that a passkey answers with. */
const cborMap = (entries: readonly (readonly [Cbor, Cbor])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)])

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return cborMap(value)
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 0xff)
}
