import { type Channel, Refused, Silent, TransportError, type TransportReason } from '@banyan/client'
import { afterEach, describe, expect, test } from 'vitest'
import { changeLanguage, languages } from './texts/texts.ts'
import { failureText, transportText } from './transport-text.ts'

const text = (channel: Channel, reason: TransportReason) =>
  transportText(new TransportError(reason, { channel }))
const roads = ['call', 'upload', 'download', 'socket'] as const

afterEach(() => changeLanguage('zh-CN'))

describe('the message of a failure', () => {
  test('names what took too long, in the language of the member', () => {
    expect(roads.map(road => text(road, 'timeout'))).toEqual([
      '请求超时，请重试',
      '上传超时，请重试',
      '下载超时，请重试',
      '实时连接超时，正在重新连接',
    ])
    changeLanguage('en')
    expect(text('upload', 'timeout')).toBe('The upload took too long. Try again')
  })
  test.each(languages)('is a sentence of its own for each time-out and each abort (%s)', tongue => {
    changeLanguage(tongue)
    const own = [
      ...roads.map(road => text(road, 'timeout')),
      ...(['call', 'upload', 'download'] as const).map(road => text(road, 'abort')),
      text('upload', 'file error'),
    ]
    expect(new Set(own).size).toBe(own.length)
    for (const sentence of own) expect(sentence).not.toMatch(/^shell:/)
  })
  test('of an upload of a bad file is a file error', () => {
    expect(text('upload', 'file error')).toMatch(/^文件错误/)
    changeLanguage('en')
    expect(text('upload', 'file error')).toMatch(/^File error/)
  })
  test('is the server’s own where there is one', () => {
    const envelope = { code: 50300, msg: '维护中' }
    expect(transportText(new TransportError('http', { status: 503, envelope }))).toBe('维护中')
  })
  test('is the transport’s, the server’s, or none for an end that nobody shows', () => {
    expect(failureText(new TransportError('network'))).toBe('网络异常，请检查连接后重试')
    expect(failureText(new Refused({ code: 40400, msg: '没有找到' }))).toBe('没有找到')
    expect(failureText(new Silent())).toBe('')
  })
  test('exists for every other failure too', () => {
    for (const reason of ['network', 'http', 'malformed'] as const) {
      expect(text('download', reason)).not.toBe('')
    }
  })
})
