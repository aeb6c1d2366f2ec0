/** An account that was begun to be added in a session is added in it, and nowhere else. */
export function addingKey(sessionId: string): string {
  return `${sessionId} adds a sign-in`
}
