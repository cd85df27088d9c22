import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

// Node's own is the browsers' `Crypto`, a type that these sources do not have.
x509.cryptoProvider.set(webcrypto as never)

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

/** An authority that signs certificates of tests; nobody else knows it. */
export interface Authority {
  /** Its own certificate (PEM). */
  ca: string
  /** A key and a certificate for a server of this name. */
  certify(name: string): Promise<{ key: string; cert: string }>
}

/** Makes a new authority. */
export async function openAuthority(): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const subject = 'CN=Authority of a test'
  const valid = {
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  }
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: subject,
    ...valid,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  return {
    ca: own.toString('pem'),
    async certify(name) {
      const server = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const cert = await x509.X509CertificateGenerator.create({
        serialNumber: '02',
        subject: `CN=${name}`,
        issuer: subject,
        ...valid,
        publicKey: server.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
      })
      const key = await webcrypto.subtle.exportKey('pkcs8', server.privateKey)
      return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: cert.toString('pem') }
    },
  }
}
