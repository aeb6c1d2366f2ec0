const timeoutMs = 5_000
/** A set of 1,000 emotes of 7TV, with everything that is known of them, has about 3 MB. */
const maxBytes = 8 * 1024 * 1024

/** The answer of an emote service; undefined if it does not know the channel. Nothing but the address is sent. */
export async function fetchSet(url: URL, closed: AbortSignal): Promise<unknown> {
  const signal = AbortSignal.any([closed, AbortSignal.timeout(timeoutMs)])
  const headers = { Accept: 'application/json', 'User-Agent': 'showcaller' }
  const response = await fetch(url, {
    headers,
    redirect: 'manual',
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  if (response.status === 404) {
    await response.body?.cancel()
    return undefined
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url.host} answered with status ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`${url.host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}
