/** Where examples read the key from, so that no key stands in a file or in the history of a shell. */
export const keyVariable = 'SHOWCALLER_KEY'

/** A call as a command of the shell. */
export function curl(address: string, body: unknown): string {
  return [
    `curl -X POST ${address} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join('\n')
}
