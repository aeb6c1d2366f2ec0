import type { BrowserContext, Page } from './tools/playwright.ts'

/**
 * Opens a sign-in link and presses the button of its page, as a person does. The answer is that of the button, or of the
 * link itself when it opens no page. `headers` are those of the browser, such as its cookies.
 */
export async function pressSignIn(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const opened = await fetch(address, { redirect: 'manual', headers })
  if (opened.status !== 200) return opened
  return fetch(new URL('/sign-in', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fieldsOf(await opened.text())),
  })
}

function fieldsOf(page: string): [string, string][] {
  const found = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)
  return [...found].map(([, name = '', value = '']) => [name, value])
}

/** The cookie of the session that an answer begins; undefined when it begins none. */
export function sessionIn(response: Response): string | undefined {
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return cookies.find((one) => /^(?:__Host-)?showcaller_session=./.test(one))
}

/** The same in a browser. */
export async function signInBrowser(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** The same for a browser, by requests that carry its name and keep its cookies: no page is loaded and drawn for it. */
export async function signInContext(context: BrowserContext, address: string): Promise<void> {
  const opened = await context.request.get(address)
  const answer = await context.request.post(new URL('/sign-in', address).href, {
    form: Object.fromEntries(fieldsOf(await opened.text())),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`The sign-in was answered with ${answer.status()}.`)
}
