/** Formats a count with its noun in English, for operators: "1 team", "2 matches". The plural ends in -s by default. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
	`${count} ${count === 1 ? noun : plural}`;
