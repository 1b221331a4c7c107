/** A save that was acknowledged to a client. */
export interface JournalEntry {
	readonly teamId: number;
	readonly receiptId: string;
	readonly roundId: number;
	/** The season time at which it was sent, in milliseconds. */
	readonly sentAt: number;
}

/** Team id, receipt id (a UUID), round id and time, separated by tabs. */
const ENTRY = /^([1-9]\d{0,9})\t([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\t(\d{1,4})\t(\S+)$/;

export const formatJournalEntry = ({ teamId, receiptId, roundId, sentAt }: JournalEntry): string =>
	`${teamId}\t${receiptId}\t${roundId}\t${new Date(sentAt).toISOString()}\n`;

/** Parses a line of a journal; null if it is not valid. */
export function parseJournalEntry(line: string): JournalEntry | null {
	const [, teamId, receiptId, roundId, sentAt] = ENTRY.exec(line) ?? [];
	const time = Date.parse(sentAt ?? "");
	if (receiptId === undefined || Number.isNaN(time)) return null;
	return { teamId: Number(teamId), receiptId, roundId: Number(roundId), sentAt: time };
}
