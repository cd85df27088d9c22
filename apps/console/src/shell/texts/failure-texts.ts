import { inLanguages } from './texts.ts'

export const failureTexts = inLanguages(
  {
    timeout: '服务器未在时限内响应，请重试',
    network: '无法连接服务器，请检查网络后重试',
    failed: '请求失败，请重试',
    newsMissing: '实时连接已断开，页面上的数字可能已旧；恢复后才能处理资金',
  },
  {
    timeout: 'The server did not answer in time. Try again',
    network: 'The server cannot be reached. Check the network and try again',
    failed: 'The request failed. Try again',
    newsMissing: 'No news come in, so figures may be old. Acts on money wait until they do',
  },
)
