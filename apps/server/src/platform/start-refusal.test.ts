import { describe, expect, it } from 'vitest'
import { ConfigError } from './config.ts'
import { startRefusal } from './start-refusal.ts'

const fault = (fields: object, message = 'as the library says it') =>
  Object.assign(new Error(message), fields)

describe('a start that fails', () => {
  it.each([
    [
      'a database that is off',
      fault({ code: 'ECONNREFUSED', syscall: 'connect' }),
      /does not answer \(ECONNREFUSED\)/,
    ],
    [
      'a database that is off at each of its addresses',
      new AggregateError([fault({ code: 'ECONNREFUSED' }), fault({ code: 'ENETUNREACH' })]),
      /does not answer \(ECONNREFUSED\)/,
    ],
    ['a database that says nothing', fault({}, 'Query read timeout'), /does not answer/],
    ['a wrong password', fault({ code: '28P01' }), /refuses the user or the password/],
    ['a database that is not there', fault({ code: '3D000' }), /does not exist: create it/],
    ['a missing right', fault({ code: '42501' }), /lacks a right/],
    ['an empty database', fault({ code: '42P01' }), /run the migration/],
    ['a full disk of the database', fault({ code: '53100' }), /disk of the database is full/],
    ['a full disk', fault({ code: 'ENOSPC', path: '/srv/files' }), /disk is full \(\/srv\/files\)/],
    ['too many connections', fault({ code: '53300' }), /POOL_SIZE/],
    ['a standby', fault({ code: '25006' }), /connect to the primary/i],
    [
      'a pooler that refuses options',
      fault({ code: '08P01' }, 'unsupported startup parameter: options'),
      /pool_mode = session/,
    ],
    [
      'a certificate of somebody else',
      fault({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      /certificate of the database is not accepted/,
    ],
    [
      'a database without TLS',
      fault({}, 'The server does not support SSL connections'),
      /does not speak TLS/,
    ],
    [
      'a taken port',
      fault({ code: 'EADDRINUSE', syscall: 'listen', port: 8080, address: '127.0.0.1' }),
      /^Port 8080 on 127.0.0.1 is taken/,
    ],
    [
      'a port of the administrator',
      fault({ code: 'EACCES', syscall: 'listen', port: 80, address: '0.0.0.0' }),
      /from 1024 up/,
    ],
    [
      'a folder of somebody else',
      fault({ code: 'EACCES', syscall: 'open', path: '/srv/banyan/secrets.json' }),
      /^\/srv\/banyan\/secrets.json cannot be used/,
    ],
    [
      'a setting',
      new ConfigError('PORT is not usable: set it to a number.'),
      /^PORT is not usable/,
    ],
  ])('says in one sentence what to do: %s', (_, error, sentence) => {
    const message = startRefusal(error)
    expect(message).toMatch(sentence)
    expect(message).not.toContain('\n')
  })

  it('does not explain what nobody has foreseen', () => {
    expect(startRefusal(new TypeError('x is not a function'))).toBeNull()
  })
})
