export * from 'fast-check'
