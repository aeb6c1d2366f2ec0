/**
 * `$(secret.name)` stands for a secret of the channel. It is not a variable: the text stays as it is written until the
 * one step that may use secrets sends it, so that it shows in no preview, dry run, record or log.
 */
const reference = /\$\(secret\.([a-z0-9_]+)\)/gi

/** How a header names this secret. */
export function secretReference(name: string): string {
  return `$(secret.${name})`
}

/** The names of the secrets that a text stands for. */
export function secretsIn(text: string): string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name.toLowerCase())
}

/** The text with each reference replaced. */
export function replaceSecrets(text: string, secretNamed: (name: string) => string): string {
  return text.replace(reference, (_written, name: string) => secretNamed(name.toLowerCase()))
}
