import { registerTexts } from './texts.ts'

/** The shell's own texts. */
export const shellTexts = registerTexts('shell', {
  zh: {
    appName: '榕树',
    back: '返回',
    home: '返回首页',
    loading: '加载中',
    mainNavigation: '主导航',
    offline: '网络已断开，恢复后会自动继续',
    pageLoadFailed: '页面加载失败，点按重新加载',
    pageBroken: '页面出现错误，点按重试',
    startFailed: '暂时连接不上服务，请检查网络后重试',
    insecure: '当前通过不安全的 HTTP 访问，浏览器已停用加密功能：请改用 HTTPS 或在本机打开。',
    notFound: { title: '没有找到', text: '这个地址不存在，或其中的编号无效：' },
    call: {
      timeout: '请求超时，请重试',
      abort: '请求已取消',
      network: '网络异常，请检查连接后重试',
      failed: '服务暂时不可用，请稍后重试',
    },
    upload: {
      timeout: '上传超时，请重试',
      abort: '上传已取消',
      file: '文件错误：无法读取，或文件为空',
    },
    download: { timeout: '下载超时，请重试', abort: '下载已取消' },
    socket: {
      timeout: '实时连接超时，正在重新连接',
      network: '实时更新中断，正在重新连接',
    },
    list: { more: '加载更多', end: '没有更多了' },
    update: { ready: '新版本已就绪', act: '立即更新', later: '稍后' },
  },
  en: {
    appName: 'Banyan',
    back: 'Back',
    home: 'Back to home',
    loading: 'Loading',
    mainNavigation: 'Main',
    offline: 'You are offline. This continues once you are back',
    pageLoadFailed: 'The page did not load. Tap to load it again',
    pageBroken: 'Something broke on this page. Tap to try again',
    startFailed: 'The service cannot be reached. Check your network and try again',
    insecure:
      'This page is open over plain HTTP, so the browser has turned encryption off. Use HTTPS, or open it on the machine itself.',
    notFound: { title: 'Not found', text: 'This address does not exist, or its id is not valid:' },
    call: {
      timeout: 'The request took too long. Try again',
      abort: 'The request was cancelled',
      network: 'Network problem. Check your connection and try again',
      failed: 'The service is not available right now. Try again shortly',
    },
    upload: {
      timeout: 'The upload took too long. Try again',
      abort: 'The upload was cancelled',
      file: 'File error: it cannot be read, or it is empty',
    },
    download: {
      timeout: 'The download took too long. Try again',
      abort: 'The download was cancelled',
    },
    socket: {
      timeout: 'Live updates timed out. Reconnecting',
      network: 'Live updates were interrupted. Reconnecting',
    },
    list: { more: 'Load more', end: 'No more' },
    update: { ready: 'A new version is ready', act: 'Update now', later: 'Later' },
  },
})
