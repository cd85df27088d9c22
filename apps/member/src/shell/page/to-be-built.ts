/** What the pages will be that are not built yet: zh and en, by path. A page that is built has no line here. */
export const toBeBuilt: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  '/pages/home/service': ['与客服实时对话，提交反馈', 'Live chat with the operators, feedback'],
}
