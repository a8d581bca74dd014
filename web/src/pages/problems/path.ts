export const problemsPath = (game: string): string => `problems/${game}/`;
