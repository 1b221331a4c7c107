import type { RoundId } from "@first-bounce/rules/ids";
import type { Database } from "../../../../db/open.ts";
import type { Finding } from "../../../team/receipts/replay-team.ts";
import { withSeasonHistory } from "../../../team/receipts/season-history.ts";
import { listStoredLeagues } from "./queries.ts";
import { replayLeague } from "./replay-league.ts";

const LEAGUES_PER_BATCH = 50;

export interface DraftReceiptCheck {
	readonly receipts: number;
	readonly findings: number;
}

/**
 * Replays the receipts of the current season's draft teams and the changes of their squads, one batch of leagues at a time. It
 * reads from one database snapshot, so the server may be running. With `roundId`, it counts only receipts and findings of this
 * round.
 *
 * @throws NoSeasonError
 */
export const checkDraftReceipts = (
	database: Pick<Database, "db">,
	roundId: RoundId | null,
	onFinding: (finding: Finding) => void,
): Promise<DraftReceiptCheck> =>
	withSeasonHistory(database, async (trx, season, history) => {
		const { seasonId } = season;
		const hasOnePosition = (id: number) => (season.players.get(id)?.positionHistory.previous.length ?? 0) === 0;
		const isCounted = (row: { readonly roundId: RoundId }) => roundId === null || row.roundId === roundId;
		const counts = { receipts: 0, findings: 0 };
		for (let afterId = 0; ; ) {
			const leagues = await listStoredLeagues(trx, seasonId, { afterId, limit: LEAGUES_PER_BATCH });
			for (const league of leagues) {
				counts.receipts += league.teams.flatMap(({ receipts }) => receipts).filter(isCounted).length;
				const findings = replayLeague(league, { history, rules: season.rules, hasOnePosition }).filter(isCounted);
				counts.findings += findings.length;
				findings.forEach(onFinding);
			}
			const last = leagues.at(-1);
			if (!last) return counts;
			afterId = last.id;
		}
	});
