/** What the pages will be that are not built yet: zh and en, by path. A page that is built has no line here. */
export const toBeBuilt: Readonly<Record<string, readonly [zh: string, en: string]>> = {}
