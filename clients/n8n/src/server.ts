import type { ICredentialDataDecryptedObject } from 'n8n-workflow'

/** The server and key of the credentials, which are the same in every method of a node. */
export function serverIn(credentials: ICredentialDataDecryptedObject): { url: string; key: string } {
  return { url: String(credentials.url), key: String(credentials.key) }
}

interface WithCredentials {
  getCredentials(type: string): Promise<ICredentialDataDecryptedObject>
}

export async function serverOf(context: WithCredentials): Promise<{ url: string; key: string }> {
  return serverIn(await context.getCredentials('showcallerApi'))
}
