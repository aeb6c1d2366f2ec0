export type Link = { token: string; only: string | undefined; silent: boolean }

/**
 * The token is in the fragment, which browsers do not send to servers; `only` and `silent` may be there too, or in the
 * query.
 */
export function readLink({ hash, search }: { hash: string; search: string }): Link | undefined {
  const [token = '', ...rest] = hash.slice(1).split('&')
  if (!token.startsWith('ov_')) return undefined
  const places = [new URLSearchParams(rest.join('&')), new URLSearchParams(search)]
  const find = (name: string) => places.map((place) => place.get(name)).find((value) => value !== null)
  const silent = find('silent')
  return {
    token,
    only: find('only')?.trim() || undefined,
    silent: silent !== undefined && silent !== '0' && silent !== 'false',
  }
}
