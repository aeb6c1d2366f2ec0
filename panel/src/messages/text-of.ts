/** The text of a message whose name comes from the server; undefined where the panel has no text for it. */
export function textOf(messages: Readonly<Record<string, () => string>>, name: string): string | undefined {
  return Object.hasOwn(messages, name) ? messages[name]?.() : undefined
}
