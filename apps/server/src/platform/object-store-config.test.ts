import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const whole = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'banyan-uploads',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const given = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', ...env }).objectStore

describe('the settings of a store of uploads', () => {
  it('are none by default, and whole or refused', () => {
    expect(given({})).toBeNull()
    expect(given({ S3_REGION: 'eu-central-1' })).toBeNull()
    expect(given(whole)).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'banyan-uploads',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      caFile: null,
    })
    for (const name of Object.keys(whole))
      expect(() => given({ ...whole, [name]: '' })).toThrow(
        new RegExp(`^${name} is missing while a store of uploads is set: set all of [^.]+\\.$`),
      )
    expect(() => given({ S3_CA_FILE: '/etc/ca.pem' })).toThrow(
      /^S3_ENDPOINT and S3_BUCKET and .+ are missing while/,
    )
  })

  it.each([
    [{ S3_ENDPOINT: 's3.example.org' }, /^S3_ENDPOINT is not usable/],
    [{ S3_ENDPOINT: 'https://s3.example.org/bucket' }, /^S3_ENDPOINT has more than a host/],
    [{ S3_ENDPOINT: 'https://user@s3.example.org' }, /^S3_ENDPOINT has more than a host/],
    [{ S3_BUCKET: 'Big_Bucket' }, /^S3_BUCKET is not usable/],
    [{ S3_REGION: 'a/b' }, /^S3_REGION is not usable/],
  ])('of %j are refused in one sentence', (env, why) => {
    expect(() => given({ ...whole, ...env })).toThrow(why)
  })

  it('lead over a network with TLS alone in production', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1/x' }
    const at = (endpoint: string) => () =>
      given({ ...whole, ...production, S3_ENDPOINT: endpoint })?.endpoint
    expect(at('http://10.0.0.5:9000')).toThrow(/^S3_ENDPOINT leads to another machine without TLS/)
    expect(at('https://10.0.0.5:9000')()).toBe('https://10.0.0.5:9000')
    expect(at('http://127.0.0.1:9000')()).toBe('http://127.0.0.1:9000')
  })
})
