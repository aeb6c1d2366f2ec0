import { call } from './api.ts'
import { signInMethodMessages } from './pages/sign-in/method-messages.ts'

/** Whether this browser can use passkeys here. At an IP address no browser can. */
export const hasPasskeys = 'credentials' in navigator && typeof PublicKeyCredential !== 'undefined'

/** Asks the browser for a new passkey and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const begun = await call('begin-adding-passkey', {})
  const created = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(begun.challenge),
      rp: { id: begun.site, name: 'Showcaller' },
      user: { id: bytesOf(begun.user_id), name: begun.user_name, displayName: begun.user_name },
      pubKeyCredParams: begun.algorithms.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: begun.known.map((id) => ({ type: 'public-key', id: decode(id) })),
      attestation: 'none',
    },
  })
  const response = created instanceof PublicKeyCredential ? created.response : undefined
  const publicKey = response instanceof AuthenticatorAttestationResponse ? response.getPublicKey() : null
  if (!(response instanceof AuthenticatorAttestationResponse) || publicKey === null) {
    throw new Error(signInMethodMessages.notSupported())
  }
  await call('add-passkey', {
    name,
    challenge: begun.challenge,
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.getAuthenticatorData()),
    public_key: encode(publicKey),
  })
}

/** Signs in with a passkey of this browser. Throws with the reason when it fails. */
export async function signInWithPasskey(): Promise<void> {
  const { challenge, site } = await post<{ challenge: string; site: string }>('/sign-in/passkey/begin', {})
  const found = await navigator.credentials.get({
    publicKey: { challenge: bytesOf(challenge), rpId: site, userVerification: 'required' },
  })
  const response = found instanceof PublicKeyCredential ? found.response : undefined
  if (!(found instanceof PublicKeyCredential) || !(response instanceof AuthenticatorAssertionResponse)) {
    throw new Error(signInMethodMessages.notSupported())
  }
  await post('/sign-in/passkey', {
    id: encode(found.rawId),
    challenge,
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.authenticatorData),
    signature: encode(response.signature),
  })
}

/** Returns whether a one-time code is needed as well. */
export async function signInWithPassword(name: string, password: string, code: string): Promise<boolean> {
  const answer = await post<{ needs_code?: boolean }>('/sign-in/password', {
    name,
    password,
    ...(code === '' ? {} : { code }),
  })
  return answer.needs_code === true
}

async function post<T>(path: string, body: Readonly<Record<string, unknown>>): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    // A language that was chosen on the page is not that of the browser.
    headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
    body: JSON.stringify(body),
  })
  const answer = (await response.json().catch(() => ({}))) as T & { error?: string }
  if (!response.ok) throw new Error(answer.error ?? signInMethodMessages.failed())
  return answer
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Base64url, without padding. */
function encode(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
