import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import type { Database } from "../../../db/open.ts";
import type { JournalEntry } from "./journal.ts";
import { listReceiptTimes, listStoredTeams } from "./queries.ts";
import { type Finding, replayTeam } from "./replay-team.ts";
import { withSeasonHistory } from "./season-history.ts";

const TEAMS_PER_BATCH = 500;

/** How much was checked, and how many findings there were. */
export interface ReceiptCheck {
	readonly teams: number;
	readonly receipts: number;
	readonly findings: number;
}

/** How far the season time that a client computes may differ from the server's. */
const CLOCK_TOLERANCE_MS = 1_000;
const ENTRIES_PER_BATCH = 5_000;

export interface JournalCheck {
	readonly entries: number;
	readonly findings: number;
}

/** Compares a journal of the saves that were acknowledged to clients with the stored receipts. */
export async function checkJournal(
	{ db }: Pick<Database, "db">,
	entries: readonly JournalEntry[],
	onFinding: (finding: Finding) => void,
): Promise<JournalCheck> {
	let findings = 0;
	for (let from = 0; from < entries.length; from += ENTRIES_PER_BATCH) {
		const batch = entries.slice(from, from + ENTRIES_PER_BATCH);
		const receiptIds = batch.map(({ receiptId }) => receiptId);
		const times = await listReceiptTimes(db, receiptIds);
		for (const { teamId, receiptId, roundId, sentAt } of batch) {
			const problem = findJournalProblem(times.get(receiptId), sentAt);
			if (problem === null) continue;
			findings++;
			onFinding({ teamId, receiptId, roundId, what: problem });
		}
	}
	return { entries: entries.length, findings };
}

function findJournalProblem(seasonAt: SeasonTime | undefined, sentAt: SeasonTime): string | null {
	if (seasonAt === undefined) return "missing: the journal has it, the database does not";
	if (seasonAt >= sentAt - CLOCK_TOLERANCE_MS) return null;
	return "late: it was checked against the locks as they were before it was sent";
}

/**
 * Replays every receipt of the current season, one batch of teams at a time. It reads one database snapshot, so it can run
 * while the server does. With `roundId`, only the receipts and findings of this round count.
 *
 * @throws NoSeasonError
 */
export const checkReceipts = (
	database: Pick<Database, "db">,
	roundId: RoundId | null,
	onFinding: (finding: Finding) => void,
): Promise<ReceiptCheck> =>
	withSeasonHistory(database, async (trx, season, history) => {
		const { seasonId, rules } = season;
		const counts = { teams: 0, receipts: 0, findings: 0 };
		for (let afterId = 0; ; ) {
			const teams = await listStoredTeams(trx, seasonId, { afterId, limit: TEAMS_PER_BATCH });
			for (const team of teams) {
				counts.teams++;
				counts.receipts += team.receipts.filter((receipt) => roundId === null || receipt.roundId === roundId).length;
				for (const finding of replayTeam(team, history, rules)) {
					if (roundId !== null && finding.roundId !== roundId) continue;
					counts.findings++;
					onFinding(finding);
				}
			}
			const last = teams.at(-1);
			if (!last) return counts;
			afterId = last.id;
		}
	});
