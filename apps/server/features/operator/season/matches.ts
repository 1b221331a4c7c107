import type { BodyOf } from "@first-bounce/contract/call";
import type { changeMatch as changeCall, OperatorMatch } from "@first-bounce/contract/operator/season";
import type { MatchId, PlayerId } from "@first-bounce/rules/ids";
import type { AuditContext } from "../../../plugins/audit.ts";
import { abandonMatch, moveMatch, reinstateMatch, rescheduleMatch } from "../../match-day/match-changes/service.ts";
import { requireMatch } from "../../seasons/current/require-season.ts";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import type { OperatorServices } from "../services.ts";
import { setMatchState } from "./match-state.ts";

export const buildMatchEntry = (match: SnapshotMatch): OperatorMatch => ({
	id: match.id,
	roundId: match.roundId,
	homeSquadId: match.homeSquadId,
	awaySquadId: match.awaySquadId,
	startsAt: new Date(match.startsAt).toISOString(),
	venue: match.venue,
	status: match.status === "partial" ? "playing" : match.status,
	minutes: match.minutes,
	homeScore: match.homeScore,
	awayScore: match.awayScore,
	isAbandoned: match.isAbandoned,
});

export const getPlayerName = (season: SeasonSnapshot, id: PlayerId): string =>
	season.players.get(id)?.name ?? `player ${id}`;

export async function changeMatch(
	services: OperatorServices,
	matchId: MatchId,
	change: BodyOf<typeof changeCall>["change"],
	audit: AuditContext,
): Promise<OperatorMatch> {
	const { db, seasons, clocks } = services;
	const { seasonNow } = clocks;
	if (change.do === "reschedule") {
		const venue = change.venue === undefined ? {} : { venue: change.venue };
		await rescheduleMatch({ db }, { matchId, startsAt: Date.parse(change.startsAt), ...venue }, audit, seasonNow);
	} else if (change.do === "move") {
		const { toRoundId, startsAt } = change;
		await moveMatch({ db }, { matchId, toRoundId, startsAt: Date.parse(startsAt) }, audit, seasonNow);
	} else if (change.do === "abandon") await abandonMatch({ db }, matchId, audit, seasonNow);
	else if (change.do === "reinstate") await reinstateMatch({ db }, matchId, audit);
	else await setMatchState(services, matchId, change, audit);
	return buildMatchEntry(requireMatch(await seasons.refresh(), matchId));
}
