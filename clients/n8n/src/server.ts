import type { ICredentialDataDecryptedObject } from 'n8n-workflow'

interface WithCredentials {
  getCredentials(type: string): Promise<ICredentialDataDecryptedObject>
}

/** The server and key of the credentials, which are the same in every method of a node. */
export async function serverOf(context: WithCredentials): Promise<{ url: string; key: string }> {
  const { url, key } = await context.getCredentials('showcallerApi')
  return { url: String(url), key: String(key) }
}
