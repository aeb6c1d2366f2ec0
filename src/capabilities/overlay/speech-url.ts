export const speechPath = '/overlay/speech/'
export const partsSuffix = '/parts'

/** The address of a spoken line. Its parts have one of their own. */
export function speechUrl(id: string): string {
  return speechPath + id
}

export function speechPartsUrl(id: string): string {
  return speechUrl(id) + partsSuffix
}
