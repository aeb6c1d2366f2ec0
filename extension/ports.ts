/** Who opened a port to the worker, as the browser says it. The name of the port is what a script says about itself. */
interface OpenedPort {
  readonly name: string
  readonly sender?: {
    readonly id?: string
    readonly url?: string
    readonly tab?: object
  }
}

/**
 * `popup`: our own page, which pairs and unpairs. `relay`: the script in a page of Kick, which sends what the page
 * receives. Undefined: nobody whom the worker listens to. A page that takes over the script in it can open ports under
 * any name, and must not become the popup.
 */
export function portKindOf(
  { name, sender }: OpenedPort,
  own: { readonly id: string; readonly popupUrl: string },
): 'popup' | 'relay' | undefined {
  if (sender?.id !== own.id) return undefined
  const page = sender.url?.replace(/[?#].*$/s, '')
  if (name === 'popup') return page === own.popupUrl ? 'popup' : undefined
  return name === 'frames' && sender.tab !== undefined && page !== own.popupUrl ? 'relay' : undefined
}
