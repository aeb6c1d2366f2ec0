/**
 * Does what a browser does with the address that a service sends it to: it sends its cookie only to the name of the
 * machine that the cookie was set under, and goes on where the server sends it on to.
 */
export async function followBack(
  address: string,
  { cookie, home }: { cookie: string; home: string },
): Promise<Response> {
  const isHome = new URL(address).hostname === new URL(home).hostname
  const response = await fetch(address, { redirect: 'manual', headers: isHome ? { Cookie: cookie } : {} })
  const to = response.headers.get('location') ?? ''
  const isSentOn = to.startsWith('http://') && !new URL(address).searchParams.has('sent_on')
  return isSentOn ? followBack(to, { cookie, home }) : response
}
