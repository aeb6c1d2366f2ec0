// @ts-check

/** @typedef {{ token: string, only: string | undefined, silent: boolean }} Link */

/**
 * The token stands in the fragment, which browsers keep to themselves; `only` and `silent` may stand there too, or in
 * the query.
 * @param {{ hash: string, search: string }} location
 * @returns {Link | undefined}
 */
export function readLink({ hash, search }) {
  const [token = '', ...rest] = hash.slice(1).split('&')
  if (!token.startsWith('ov_')) return undefined
  const places = [new URLSearchParams(rest.join('&')), new URLSearchParams(search)]
  const find = (/** @type {string} */ name) => places.map((place) => place.get(name)).find((value) => value !== null)
  const silent = find('silent')
  return {
    token,
    only: find('only')?.trim() || undefined,
    silent: silent !== undefined && silent !== '0' && silent !== 'false',
  }
}
