import { describe, expect, test } from 'vitest'
import { StartRefused } from './refusal.ts'
import { readSettings } from './settings.ts'

const xpub = `xpub${'6'.repeat(107)}`
const usdt = `0x${'a'.repeat(40)}`
const chain = { CHAIN_RPC_URLS: 'https://a.example, http://b.example:8545', USDT_CONTRACT: usdt }

const addresses = {
  TREASURY_FOUNDING_ADDRESS: `0x${'1'.repeat(40)}`,
  TREASURY_INCOME_ADDRESS: `0x${'2'.repeat(40)}`,
  HOT_WALLET_ADDRESS: `0x${'3'.repeat(40)}`,
  COLD_WALLET_ADDRESS: `0x${'4'.repeat(40)}`,
}
const whole = { ...chain, DEPOSIT_XPUB: xpub, ...addresses }

const production = {
  ...whole,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://user:word@db.example/banyan',
  SMTP_URL: 'smtps://mail.example',
}

function refusalOf(env: Record<string, string>): string {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof StartRefused) return error.message
    throw error
  }
  return 'accepted'
}

describe('settings', () => {
  test('nothing set means everything embedded, on this machine only, with the demo', () => {
    const settings = readSettings({})
    expect(settings).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: expect.stringMatching(/\/data$/),
      demo: true,
      testHooks: false,
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toEqual(readSettings({}))
  })

  test('a real chain is several providers, its contract, the public key and our own addresses', () => {
    expect(readSettings(whole).chain).toEqual({
      rpcUrls: ['https://a.example', 'http://b.example:8545'],
      chainId: 56,
      usdt,
      depositXpub: xpub,
      addresses: {
        founding: addresses.TREASURY_FOUNDING_ADDRESS,
        hot: addresses.HOT_WALLET_ADDRESS,
        income: addresses.TREASURY_INCOME_ADDRESS,
        cold: addresses.COLD_WALLET_ADDRESS,
      },
    })
  })

  test('several deposit keys are named with commas between them', () => {
    const xpubs = `${xpub}, xpub${'7'.repeat(107)}`
    expect(readSettings({ ...whole, DEPOSIT_XPUB: xpubs }).chain?.depositXpub).toBe(xpubs)
  })

  test('wide limits and test hooks are taken where everything is embedded', () => {
    expect(readSettings({ TEST_HOOKS: '1', RATE_LIMIT_SCALE: '100' }).testHooks).toBe(true)
    expect(readSettings({ ...production, RATE_LIMIT_SCALE: '1', TEST_HOOKS: '0' }).testHooks).toBe(
      false,
    )
  })

  test.each([
    [{ PORT: '0' }, /^PORT is "0": set it to a port from 1 to 65535/],
    [{ PORT: '65536' }, /^PORT is "65536"/],
    [{ PORT: '80 80' }, /^PORT is "80 80"/],
    [{ PORT: '8e3' }, /^PORT is "8e3"/],
    [{ DEMO: 'true' }, /^DEMO is "true": set it to 0 or 1\.$/],
    [{ HOST: 'a b' }, /^HOST is "a b"/],
    [{ DATABASE_URL: 'localhost:5432' }, /^DATABASE_URL is not an address .*postgres:\/\/user/],
    [{ DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL is not an address/],
    [{ SMTP_URL: 'https://mail.example' }, /^SMTP_URL is not an address .*smtps:\/\/user/],
    [{ CHAIN_RPC_URLS: 'https://a.example,' }, /^CHAIN_RPC_URLS is not an address/],
    [{ CHAIN_RPC_URLS: 'wss://a.example' }, /^CHAIN_RPC_URLS is not an address/],
    [{ CHAIN_RPC_URLS: 'https://a.example' }, /^USDT_CONTRACT is not set\./],
    [{ ...chain, USDT_CONTRACT: '0x12' }, /^USDT_CONTRACT is "0x12"/],
    [chain, /^DEPOSIT_XPUB is not set\./],
    [
      { ...chain, DEPOSIT_XPUB: `xprv${'6'.repeat(107)}` },
      /^DEPOSIT_XPUB is no .* never a private/,
    ],
    [
      { ...chain, DEPOSIT_XPUB: `${xpub},xprv${'6'.repeat(107)}` },
      /^DEPOSIT_XPUB is no .* never a private/,
    ],
    [{ ...chain, DEPOSIT_XPUB: `${xpub},` }, /^DEPOSIT_XPUB is no /],
    [{ ...whole, CHAIN_ID: 'bsc' }, /^CHAIN_ID is "bsc"/],
    [{ ...chain, DEPOSIT_XPUB: xpub }, /^TREASURY_FOUNDING_ADDRESS is not set\./],
    [
      { ...whole, HOT_WALLET_ADDRESS: '0x12' },
      /^HOT_WALLET_ADDRESS is "0x12", which is no address/,
    ],
    [
      { ...whole, COLD_WALLET_ADDRESS: addresses.HOT_WALLET_ADDRESS },
      /^COLD_WALLET_ADDRESS is the same address as HOT_WALLET_ADDRESS: give an address of its own/,
    ],
    [{ NODE_ENV: 'production' }, /^DATABASE_URL is not set, and NODE_ENV is production/],
    [{ TEST_HOOKS: 'yes' }, /^TEST_HOOKS is "yes": set it to 0 or 1\.$/],
    [{ RATE_LIMIT_SCALE: '0' }, /^RATE_LIMIT_SCALE is "0": set it to a number above 0\.$/],
    [{ ...whole, TEST_HOOKS: '1' }, /^TEST_HOOKS is 1.* a real chain/],
    [{ ...whole, RATE_LIMIT_SCALE: '5' }, /^RATE_LIMIT_SCALE is 5.* a real chain/],
    [{ ...production, TEST_HOOKS: '1' }, /^TEST_HOOKS is 1.* NODE_ENV is production/],
    [{ ...production, RATE_LIMIT_SCALE: '5' }, /^RATE_LIMIT_SCALE is 5.* NODE_ENV is production/],
  ] as const)('%j is refused with a sentence that says how to fix it', (env, sentence) => {
    expect(refusalOf(env)).toMatch(sentence)
  })

  test('no refusal repeats a password', () => {
    const refusal = refusalOf({ DATABASE_URL: 'postgresqlx://user:s3cret@host/db' })
    expect(refusal).toMatch(/^DATABASE_URL/)
    expect(refusal).not.toContain('s3cret')
  })
})
