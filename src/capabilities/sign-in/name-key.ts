/** The name to sign in with, in the one spelling by which it is looked up, compared and counted. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}
