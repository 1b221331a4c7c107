import { listPickedPlayers } from "@first-bounce/rules/draft/draft-board";
import { placeSquad } from "@first-bounce/rules/draft/place-squad";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import { moveTradeDeadline } from "@first-bounce/rules/draft/trades";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { createFixture } from "../head-to-head/save-fixture.ts";
import { updateLeagueRow } from "../league-queries.ts";
import { postCompleteCard } from "./draft-cards.ts";
import { findDraftPlayer, findUpcomingRound } from "./draft-players.ts";
import { rankAllPlayers } from "./keepers/load-keepers.ts";
import { insertFuturePicks } from "./keepers/queries.ts";
import { arrangeForRound, createExpectedPoints } from "./lineups/best-lineup.ts";
import { buildLineupColumns, getLeagueRules } from "./lineups/lineup-view.ts";
import { type DraftRow, insertLineups, insertMoves, listPicks, saveProjections } from "./queries.ts";
import { type LockedDraft, type Room, saveChange } from "./room.ts";
import { saveWaiverRanks } from "./waivers/queries.ts";

/** Builds the line-up of a squad with the most projected points in a round. */
function buildBestLineup(season: SeasonSnapshot, playerIds: readonly PlayerId[], draft: DraftRow, roundId: RoundId) {
	const getExpectedPoints = createExpectedPoints(season, roundId);
	const players = playerIds.flatMap((id) => findDraftPlayer(season, id) ?? []);
	const ids = placeSquad(
		players.map((player) => ({ ...player, points: getExpectedPoints(player.id) })),
		draft.squad,
	);
	const rules = getLeagueRules(season, draft);
	const lineup = arrangeForRound(buildLineupFromIds(ids, rules), season, { roundId, rules });
	return buildLineupColumns(lineup, rules);
}

/** Stores the projections that the recap compares the picks with. */
async function compareWithProjections({ trx, league, season, room }: LockedDraft): Promise<void> {
	const { picks } = room;
	const ranked = rankAllPlayers(room, season, picks);
	const ranks = new Map(ranked.map((playerId, index) => [playerId, index + 1]));
	await saveProjections(
		trx,
		league.id,
		picks.map(({ overall, playerId }) => ({
			overall,
			points: (playerId !== null && findDraftPlayer(season, playerId)?.points) || 0,
			rank: (playerId !== null && ranks.get(playerId)) || ranked.length,
		})),
	);
}

/**
 * Completes a draft whose picks are all made: who owns whom, the start in the first round whose first match is to come, a
 * first line-up of each team, and the fixture.
 */
export async function completeDraft(locked: LockedDraft): Promise<Room> {
	const { trx, league, season, now, wallNow, room } = locked;
	const { picks, seats, draft } = room;
	const nextRoundId = findUpcomingRound(season, now);
	const roundId = nextRoundId ?? season.rules.lastRound;
	const at = new Date(wallNow);
	const drafted = picks.flatMap(({ playerId, ...pick }) => (playerId === null ? [] : [{ ...pick, playerId }]));
	await insertMoves(
		trx,
		drafted.map(({ playerId, teamId, overall, kept_years }) => ({
			league_id: league.id,
			player_id: playerId,
			from_team_id: null,
			to_team_id: teamId,
			kind: kept_years > 0 ? "kept" : "drafted",
			round_id: roundId,
			at,
			reason: `pick ${overall}`,
		})),
	);
	await insertLineups(
		trx,
		seats.map(({ team_id }) => ({
			team_id,
			round_id: roundId,
			...buildBestLineup(season, listPickedPlayers(picks, team_id), draft, roundId),
			bank: null,
		})),
	);
	await updateLeagueRow(trx, league.id, { start_id: roundId });
	// A draft that ends after the last first bounce has squads, but no matches.
	if (nextRoundId !== null) await createFixture(trx, { ...league, start_id: roundId }, season, now);
	if (draft.format !== "redraft") await insertFuturePicks(trx, league.id, getSquadSize(draft.squad));
	await compareWithProjections(locked);
	// The first waiver priority is the reverse order of the draft.
	await saveWaiverRanks(trx, (draft.team_order ?? []).toReversed());
	await postCompleteCard(locked, await listPicks(trx, league.id));
	return saveChange(locked, {
		draft: {
			state: "complete",
			completed_at: at,
			completed_season_at: new Date(now),
			trade_deadline_round_id: moveTradeDeadline(draft.trade_deadline_round_id, league.start_id, {
				first: roundId,
				last: season.rules.lastRound,
			}),
		},
		log: [{ action: "completed", userId: null }],
	});
}
