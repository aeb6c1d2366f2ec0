const storageKey = 'showcaller-deck'
const shape = /^sc_(?:live|test)_[0-9A-Za-z]{38}$/

/**
 * The token of the link: from the fragment of the address, which is then removed from the address bar, the history and
 * whatever is shared from there; else the one that this device has kept.
 */
export function readToken(): string | undefined {
  const fromLink = tokenIn(location.hash)
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  if (fromLink !== undefined) keepToken(fromLink)
  return fromLink ?? keptToken()
}

/** In a whole link, as somebody pastes it, or in its fragment. */
export function tokenIn(link: string): string | undefined {
  const token = link.trim().split('#').at(-1) ?? ''
  return shape.test(token) ? token : undefined
}

/** The storage of this origin: a page that is installed or wakes up after days has no other place to find it. */
export function keepToken(token: string): void {
  try {
    localStorage.setItem(storageKey, token)
  } catch {
    // A private window may refuse: the deck works until it is closed.
  }
}

export function forgetToken(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept.
  }
}

function keptToken(): string | undefined {
  try {
    return tokenIn(localStorage.getItem(storageKey) ?? '')
  } catch {
    return undefined
  }
}
