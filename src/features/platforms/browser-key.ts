/** A sign-in that was begun in a session ends in it, and for the channel it was begun for. */
export function browserKey(sessionId: string, channel: { readonly id: number }): string {
  return `${sessionId} ${channel.id}`
}
