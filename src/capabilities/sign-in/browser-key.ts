/** Binds a sign-in to the session and the channel in which it was started. */
export function browserKey(sessionId: string, channel: { readonly id: number }): string {
  return `${sessionId} ${channel.id}`
}
