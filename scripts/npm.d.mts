export function install(folder: string, words: string): void
