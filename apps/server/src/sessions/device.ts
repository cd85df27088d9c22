import type { deviceKinds } from '@banyan/domain'

/** What a session's device reports about itself, as far as it helps a member to recognize it. */
export interface DeviceLabel {
  kind: (typeof deviceKinds)[number]
  browser: string | null
  system: string | null
}

type Names = readonly (readonly [RegExp, string])[]

/** The first match counts: browsers also name those that they descend from. */
const browsers: Names = [
  [/MicroMessenger\//, 'WeChat'],
  [/\b(?:EdgA?|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/QQBrowser\//, 'QQ Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/Version\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: Names = [
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Only the beginning of a text is read, whatever its length. */
const CHARACTERS_READ = 400

/**
 * Reads a User-Agent header. It can contain anything; the label is for recognition and decides
 * nothing.
 */
export function describeDevice(userAgent: string | undefined): DeviceLabel {
  const text = (userAgent ?? '').slice(0, CHARACTERS_READ)
  const named = (names: Names) => names.find(([sign]) => sign.test(text))?.[1] ?? null
  const system = named(systems)
  return { kind: kindOf(text, system), browser: named(browsers), system }
}

function kindOf(text: string, system: string | null): DeviceLabel['kind'] {
  if (system === null) return 'unknown'
  if (system === 'iPadOS' || /\bTablet\b/i.test(text)) return 'tablet'
  // Android sends Mobile on phones and omits it on tablets.
  if (system === 'Android') return /\bMobile\b/.test(text) ? 'phone' : 'tablet'
  return system === 'iOS' || system === 'HarmonyOS' ? 'phone' : 'desktop'
}
