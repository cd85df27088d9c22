import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const given = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', ...env })
const chain = {
  CHAIN_RPC_URLS: 'http://127.0.0.1:8545',
  USDT_CONTRACT: `0x${'a'.repeat(40)}`,
  DEPOSIT_XPUB: 'xpub6',
  TREASURY_FOUNDING_ADDRESS: `0x${'1'.repeat(40)}`,
  TREASURY_INCOME_ADDRESS: `0x${'2'.repeat(40)}`,
  HOT_WALLET_ADDRESS: `0x${'3'.repeat(40)}`,
  COLD_WALLET_ADDRESS: `0x${'4'.repeat(40)}`,
}
const testChain = { ...chain, TEST_CHAIN_WALLET_URL: 'http://127.0.0.1:9000' }

describe('settings for tests only', () => {
  it.each([
    [{ TEST_HOOKS: '1' }, /^TEST_HOOKS is 1/],
    [{ RATE_LIMIT_SCALE: '100' }, /^RATE_LIMIT_SCALE is not 1/],
    [{ RATE_LIMIT_SCALE: '0.5' }, /^RATE_LIMIT_SCALE is not 1/],
  ])('%j is accepted without a chain and on a test chain, and nowhere else', (env, why) => {
    expect(() => given(env)).not.toThrow()
    expect(() => given({ ...testChain, ...env })).not.toThrow()
    expect(() => given({ ...chain, ...env })).toThrow(why)
    expect(() => given({ ...chain, ...env })).toThrow(/on a real chain/)
    expect(() => given({ ...testChain, ...env, NODE_ENV: 'production' })).toThrow(why)
    expect(() => given({ ...env, NODE_ENV: 'production' })).toThrow(/NODE_ENV=production/)
  })

  it('do not prevent a real chain when they are not set', () => {
    expect(given({ ...chain, RATE_LIMIT_SCALE: '1', TEST_HOOKS: '0' }).rateLimitScale).toBe(1)
  })
})

describe('the port of the metrics', () => {
  it('is none by default, and never that of the member app', () => {
    expect(given({}).metricsPort).toBeNull()
    expect(given({ METRICS_PORT: '9100' }).metricsPort).toBe(9100)
    expect(() => given({ METRICS_PORT: '0' })).toThrow(/^METRICS_PORT is not usable/)
    expect(() => given({ PORT: '9100', METRICS_PORT: '9100' })).toThrow(/^METRICS_PORT is the port/)
  })
})

describe("the operators' console", () => {
  it('is not served without a port, and has one of its own', () => {
    expect(given({})).toMatchObject({ consolePort: null, consoleOrigins: [], consoleDist: null })
    expect(given({ CONSOLE_PORT: '8081' })).toMatchObject({
      consolePort: 8081,
      consoleOrigins: ['http://localhost:8081', 'http://127.0.0.1:8081'],
    })
    expect(() => given({ CONSOLE_PORT: '8080' })).toThrow(/^CONSOLE_PORT is the port of the member/)
    expect(() => given({ CONSOLE_PORT: '9100', METRICS_PORT: '9100' })).toThrow(
      /^METRICS_PORT is the port of the operators' console/,
    )
  })

  it('has an origin with TLS in production', () => {
    const env = { NODE_ENV: 'production', CONSOLE_PORT: '8081', MAIL_FROM: 'a@example.org' }
    const smtp = { SMTP_URL: 'smtp://127.0.0.1' }
    for (const CONSOLE_ORIGIN of ['', 'http://console.example.org'])
      expect(() => given({ ...env, ...smtp, CONSOLE_ORIGIN })).toThrow(/^CONSOLE_ORIGIN is not set/)
    const CONSOLE_ORIGIN = 'https://console.example.org'
    expect(given({ ...env, ...smtp, CONSOLE_ORIGIN }).consoleOrigins).toEqual([CONSOLE_ORIGIN])
    expect(() => given({ CONSOLE_PORT: '8081', CONSOLE_ORIGIN: 'console' })).toThrow(
      /^CONSOLE_ORIGIN has a part that is not an origin/,
    )
  })

  it('asks for a second factor wherever money may be real', () => {
    expect(given({}).factorsOptional).toBe(true)
    expect(given(testChain).factorsOptional).toBe(true)
    expect(given(chain).factorsOptional).toBe(false)
    expect(given({ DEMO: '0' }).factorsOptional).toBe(false)
  })
})

describe('network pay', () => {
  it('is off by default, and countries alone do not switch it on', () => {
    expect(given({}).dynamicCountries).toEqual([])
    expect(given({ DYNAMIC_COUNTRIES: 'SG,MY' }).dynamicCountries).toEqual([])
  })

  it('is switched on for the named countries, and never without one', () => {
    const on = { DYNAMIC_ENABLED: '1' }
    expect(given({ ...on, DYNAMIC_COUNTRIES: 'SG,MY' }).dynamicCountries).toEqual(['SG', 'MY'])
    expect(() => given(on)).toThrow(/^DYNAMIC_COUNTRIES is missing while DYNAMIC_ENABLED is 1/)
    expect(() => given({ ...on, DYNAMIC_COUNTRIES: '' })).toThrow(/^DYNAMIC_COUNTRIES is missing/)
    expect(() => given({ ...on, DYNAMIC_COUNTRIES: 'everywhere' })).toThrow(/is not usable/)
  })

  it.each(['CN', 'SG,CN', 'CN,SG,MY'])('is refused for mainland China: %s', DYNAMIC_COUNTRIES => {
    const env = { DYNAMIC_ENABLED: '1', DYNAMIC_COUNTRIES, ONE_PERSON_ONE_ACCOUNT: '1' }
    expect(() => given(env)).toThrow(/names CN, where the law forbids network pay/)
    expect(() => given({ ...chain, ...env })).toThrow(/names CN/)
  })
})

describe('the signer', () => {
  const signer = { SIGNER_SOCKET: '/run/signer.sock', SIGNER_TOKEN_FILE: '/run/token' }

  it('is a socket and a token on a chain, or nothing', () => {
    expect(given(chain).signer).toBeNull()
    expect(given({ ...chain, ...signer }).signer).toEqual({
      socket: '/run/signer.sock',
      tokenFile: '/run/token',
      ruleCheckKeyFile: null,
    })
    const ruleCheck = { RULE_CHECK_KEY_FILE: '/run/rule-check.key' }
    expect(given({ ...chain, ...signer, ...ruleCheck }).signer?.ruleCheckKeyFile).toBe(
      '/run/rule-check.key',
    )
    expect(() => given({ ...chain, ...ruleCheck })).toThrow(/^SIGNER_SOCKET is missing/)
    expect(() => given({ ...chain, SIGNER_SOCKET: '/run/signer.sock' })).toThrow(
      /^SIGNER_TOKEN_FILE is missing/,
    )
    expect(() => given({ ...chain, SIGNER_TOKEN_FILE: '/run/token' })).toThrow(
      /^SIGNER_SOCKET is missing/,
    )
    expect(() => given(signer)).toThrow(/^CHAIN_RPC_URLS is missing/)
  })
})
