export type NavVerb = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

/** Why a navigation was not started. */
export type NavRefusal =
  | 'url required'
  | 'page not found'
  | 'tab page cannot be opened by navigate or redirect'
  | 'switchTab only opens tab pages'
  | 'locked'

/** A navigation's result: a value, never an exception. `errMsg` is in uni-app's own words. */
export type NavResult = { ok: true } | { ok: false; reason: NavRefusal; errMsg: string }

export function refuse(verb: NavVerb, reason: NavRefusal, url = ''): NavResult {
  const words: Record<NavRefusal, string> = {
    'url required': 'Missing required args: "url"',
    'page not found': `page \`${url}\` is not found`,
    'tab page cannot be opened by navigate or redirect': `can not ${verb} a tabbar page`,
    'switchTab only opens tab pages': 'can not switch to no-tabBar page',
    locked: `${url} locked`,
  }
  return { ok: false, reason, errMsg: `${verb}:fail ${words[reason]}` }
}
