export function findJoined(root: string): string | undefined
