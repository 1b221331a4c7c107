import type { PlayerId } from "@first-bounce/rules/ids";
import type { AuditContext } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import {
	findPersonMatch,
	findPersonMatchByPlayer,
	listUnmatchedPlayers,
	savePersonMatch,
} from "../../seasons/rollover/person-match-queries.ts";
import type { OperatorServices } from "../services.ts";
import { changeSeason } from "./change-season.ts";

/** Lists the players of last season's squads who wait for an operator. */
export async function listPersonMatches({ db, seasons }: OperatorServices) {
	const rows = await listUnmatchedPlayers(db, seasons.current().seasonId);
	return rows.map((row) => ({ ...row, candidates: [...row.candidates] }));
}

/** Stores who a player of last season is; null if she is in no list this season. An earlier decision is replaced. */
export async function decidePersonMatch(
	services: Pick<OperatorServices, "db" | "seasons" | "clocks">,
	previousPlayerId: PlayerId,
	playerId: PlayerId | null,
	audit: AuditContext,
): Promise<void> {
	const decidedAt = new Date(services.clocks.wallNow());
	await changeSeason(services, audit, async ({ trx, seasonId, season }) => {
		const before = await findPersonMatch(trx, seasonId, previousPlayerId);
		if (!before) throw refuse(404, "person-match-unknown");
		if (playerId !== null) {
			if (!season.players.has(playerId)) throw refuse(404, "player-unknown");
			const other = await findPersonMatchByPlayer(trx, seasonId, playerId);
			if (other && other.previous_player_id !== previousPlayerId) throw refuse(409, "person-match-taken");
		}
		await savePersonMatch(trx, seasonId, previousPlayerId, { playerId, decidedAt });
		const subject = playerId === null ? `${before.previous_season_id}:${previousPlayerId}` : `${seasonId}:${playerId}`;
		return {
			result: undefined,
			entry: {
				action: "person-matched",
				subject: `player:${subject}`,
				before: { playerId: before.player_id, method: before.method },
				after: { previousPlayerId, playerId },
			},
		};
	});
}
